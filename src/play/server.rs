//! Addresses and answers: `/TOKEN/` is the page of a person, `/TOKEN/state`, `answer`, `hint`, `file/FORMAT` and
//! `review` are what it asks for.

use crate::play::http::{self, Request, Response};
use crate::play::people::PeopleAtTable;
use crate::play::refusal::{Failure, Refusal};
use crate::play::review::Work;
use crate::play::session::{Ask, Reply, Session};
use hyakuman_core::Seat;
use hyakuman_games::viewer::play_page;
use serde_json::Value;
use std::collections::VecDeque;
use std::io;
use std::net::{IpAddr, Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// Connections at a time that have not sent a request yet.
const PENDING: usize = 128;
/// Connections at a time that are refused.
const REFUSED: usize = 32;
/// Connections of one person at a time.
const OF_ONE: usize = 12;
/// How long a question for news waits for them.
const WAIT: Duration = Duration::from_secs(20);
/// The type of a page.
const HTML: &str = "text/html; charset=utf-8";
/// Stack of the thread of a connection.
const STACK: usize = 512 << 10;

/// Where a match is served.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// An address of this machine; port 0 is a free one.
    pub listen: SocketAddr,
}

/// A match that is served. It ends when this is dropped.
pub struct Server {
    shared: Arc<Shared>,
}

/// What all connections share.
struct Shared {
    address: SocketAddr,
    session: Session,
    people: Vec<Person>,
    pending: PendingConnections,
    /// Connections that are refused.
    refused: AtomicUsize,
    closed: AtomicBool,
}

/// A person at the table.
struct Person {
    seat: Seat,
    token: String,
    page: String,
    open: AtomicUsize,
    /// The page with the review of the match, once it is made.
    review: Mutex<Option<String>>,
}

impl Server {
    /// Serves a match.
    ///
    /// # Errors
    /// The address is taken or not one of this machine, or the system has no threads or random numbers.
    pub fn open(table: PeopleAtTable, settings: Settings) -> io::Result<Server> {
        let listener = TcpListener::bind(settings.listen)?;
        let address = listener.local_addr()?;
        let people = table.people().map(|seat| Person::new(&table, seat)).collect::<io::Result<_>>()?;
        let (session, pending) = (Session::start(table)?, PendingConnections::default());
        let (refused, closed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let shared = Arc::new(Shared { address, session, people, pending, refused, closed });
        let of_thread = Arc::clone(&shared);
        thread::Builder::new().name("server".into()).spawn(move || accept(&listener, &of_thread))?;
        Ok(Server { shared })
    }

    /// The address of each person.
    pub fn addresses(&self) -> Vec<(Seat, String)> {
        let address = |person: &Person| format!("http://{}/{}/", self.shared.address, person.token);
        self.shared.people.iter().map(|person| (person.seat, address(person))).collect()
    }

    /// Why the match cannot go on, if an agent has failed.
    pub fn failure(&self) -> Option<&Failure> {
        self.shared.session.failure()
    }
}

impl Person {
    fn new(table: &PeopleAtTable, seat: Seat) -> io::Result<Person> {
        let (page, review) = (play_page(&table.heading(seat)), Mutex::new(None));
        Ok(Person { seat, token: token()?, page, open: AtomicUsize::new(0), review })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.closed.store(true, Ordering::Relaxed);
        self.shared.session.close();
        let _ = TcpStream::connect_timeout(&self.shared.address, Duration::from_secs(1)); // wakes the thread that accepts
    }
}

/// A random seed for the walls.
///
/// # Errors
/// The system has no random numbers.
pub fn random_seed() -> io::Result<u64> {
    random().map(u64::from_le_bytes)
}

fn random<const N: usize>() -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes)
}

/// 128 random bits.
fn token() -> io::Result<String> {
    Ok(random::<16>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.closed.load(Ordering::Relaxed) {
            return;
        }
        match stream {
            Ok(stream) => connect(stream, shared),
            Err(_) => {
                // Out of descriptors, for example: those that wait and send nothing have the most.
                shared.pending.close_oldest();
                thread::sleep(Duration::from_millis(2));
            }
        }
    }
}

/// Answers a connection on a thread of its own.
fn connect(stream: TcpStream, shared: &Arc<Shared>) {
    let pending = PendingConnection::enter(shared, stream);
    let serve = move || {
        let read = http::read(&pending.stream);
        let (shared, stream) = pending.leave();
        match read {
            Ok(request) => shared.serve(&stream, &request),
            Err(Some(response)) => shared.refuse(&stream, &response),
            Err(None) => {}
        }
    };
    let _ = thread::Builder::new().name("connection".into()).stack_size(STACK).spawn(serve);
}

/// The connections that have not sent a request yet, the oldest first. Where there are too many the oldest is closed: the page sends its
/// requests at once, so that whoever connects and waits cannot keep it out.
#[derive(Default)]
struct PendingConnections(Mutex<VecDeque<Arc<TcpStream>>>);

/// A connection in that list. It shares the one descriptor that the connection has.
struct PendingConnection {
    shared: Arc<Shared>,
    stream: Arc<TcpStream>,
}

impl PendingConnections {
    fn lock(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close_oldest(&self) {
        let oldest = self.lock().pop_front();
        oldest.map(|stream| stream.shutdown(Shutdown::Both));
    }
}

impl PendingConnection {
    fn enter(shared: &Arc<Shared>, stream: TcpStream) -> PendingConnection {
        let (shared, stream) = (Arc::clone(shared), Arc::new(stream));
        shared.pending.lock().push_back(Arc::clone(&stream));
        if shared.pending.lock().len() > PENDING {
            shared.pending.close_oldest();
        }
        PendingConnection { shared, stream }
    }

    /// Takes it from the list.
    fn leave(self) -> (Arc<Shared>, Arc<TcpStream>) {
        (Arc::clone(&self.shared), Arc::clone(&self.stream))
    }
}

impl Drop for PendingConnection {
    fn drop(&mut self) {
        self.shared.pending.lock().retain(|stream| !Arc::ptr_eq(stream, &self.stream));
    }
}

/// One of a limited number of places.
struct ConnectionPlace<'a>(&'a AtomicUsize);

impl<'a> ConnectionPlace<'a> {
    fn take(count: &'a AtomicUsize, most: usize) -> Option<ConnectionPlace<'a>> {
        let taken = ConnectionPlace(count);
        (count.fetch_add(1, Ordering::Relaxed) < most).then_some(taken)
    }
}

impl Drop for ConnectionPlace<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Shared {
    /// Answers a request, of a person in one of its places.
    fn serve(&self, stream: &TcpStream, request: &Request) {
        if !self.is_own(request) {
            return self.refuse(stream, &Response::refusal(403, "this address is not for other sites"));
        }
        let Some((person, rest)) = self.person(&request.path) else { return self.refuse(stream, &nothing()) };
        match ConnectionPlace::take(&person.open, OF_ONE) {
            Some(_place) => drop(http::write(stream, &self.respond(person, rest, request))), // its reader may have gone
            None => self.refuse(stream, &Response::refusal(429, "too many connections of this seat")),
        }
    }

    /// Sends a refusal; drops the connection where many are refused.
    fn refuse(&self, stream: &TcpStream, response: &Response) {
        let place = ConnectionPlace::take(&self.refused, REFUSED);
        place.map(|_place| http::write(stream, response));
    }

    /// Whose token a path has, and what follows it.
    fn person<'a>(&self, path: &'a str) -> Option<(&Person, &'a str)> {
        let (token, rest) = path[1..].split_once('/')?;
        Some((self.people.iter().find(|person| same(&person.token, token))?, rest))
    }

    fn respond(&self, person: &Person, rest: &str, request: &Request) -> Response {
        let seat = person.seat;
        match (request.method.as_str(), rest, rest.strip_prefix("file/")) {
            ("GET", "", _) => Response::ok(HTML, person.page.clone()),
            ("GET", "state", _) => self.state(seat, &request.query),
            ("POST", "answer", _) => self.answer(seat, &request.body),
            ("GET", "hint", _) => self.ask(seat, Ask::Hint),
            ("GET", "review", _) => self.review(person),
            ("GET", _, Some(format)) => self.ask(seat, Ask::File(format.into())),
            (_, "" | "state" | "answer" | "hint" | "review", _) => {
                Response::refusal(405, "not with this method")
            }
            _ => nothing(),
        }
    }

    /// Whether a request is made to this server by its own page, or by somebody who opens the address: a page of another site may not,
    /// nor one whose name leads here.
    fn is_own(&self, request: &Request) -> bool {
        let Some(host) = &request.host else { return false };
        let own = request.origin.as_ref().is_none_or(|origin| *origin == format!("http://{host}"));
        let site = request.site.as_deref().is_none_or(|site| ["same-origin", "none"].contains(&site));
        own && site && self.is_here(host)
    }

    /// Whether a host is the address of this server, by number; on this machine also `localhost` and the like.
    fn is_here(&self, host: &str) -> bool {
        let given = match host.strip_prefix("localhost") {
            Some(port) => format!("127.0.0.1{port}"),
            None => host.to_owned(),
        };
        let here = given.parse::<SocketAddr>().or_else(|_| given.parse::<IpAddr>().map(|ip| (ip, 80).into()));
        let local = |at: &SocketAddr| at.ip().is_loopback() && at.port() == self.address.port();
        here.is_ok_and(|here| here == self.address || local(&here) && local(&self.address))
    }

    fn state(&self, seat: Seat, query: &str) -> Response {
        let after = match query.strip_prefix("after=").map(str::parse) {
            Some(Ok(after)) => after,
            _ => return Response::refusal(400, "state?after=N, where N is the last version seen or 0"),
        };
        Response::ok("application/json", self.session.state(seat, after, WAIT))
    }

    fn answer(&self, seat: Seat, body: &[u8]) -> Response {
        let read: Option<Value> = serde_json::from_slice(body).ok();
        let number = |name: &str| read.as_ref()?.get(name)?.as_u64();
        let (Some(Ok(step)), Some(Ok(code))) =
            (number("number").map(u32::try_from), number("action").map(u8::try_from))
        else {
            return Response::refusal(400, "an answer is {\"number\": N, \"action\": CODE}");
        };
        self.ask(seat, Ask::Answer { number: step, code })
    }

    fn ask(&self, seat: Seat, ask: Ask) -> Response {
        match self.session.ask(seat, ask) {
            Ok(Reply::Text(sort, body)) => Response::ok(sort, body),
            Ok(Reply::Work(_)) => nothing(),
            Err(refusal) => Response::refusal(409, &refusal.to_string()),
        }
    }

    /// The review of the match, which is made once, on a thread of its own.
    fn review(&self, person: &Person) -> Response {
        let Ok(mut made) = person.review.try_lock() else {
            return Response::refusal(409, &Refusal::Reviewing.to_string());
        };
        if let Some(page) = &*made {
            return Response::ok(HTML, page.clone());
        }
        let page = match self.session.ask(person.seat, Ask::Review) {
            Ok(Reply::Work(work)) => worked(work),
            Ok(Reply::Text(..)) => return nothing(),
            Err(refusal) => Err(refusal),
        };
        match page {
            Ok(page) => Response::ok(HTML, made.insert(page).clone()),
            Err(refusal) => Response::refusal(409, &refusal.to_string()),
        }
    }
}

fn nothing() -> Response {
    Response::refusal(404, "there is nothing here")
}

/// Does work on a thread with a stack for agents.
fn worked(work: Work) -> Result<String, Refusal> {
    let thread = thread::Builder::new().name("review".into()).spawn(work).map_err(|_| Refusal::NoReview)?;
    thread.join().unwrap_or(Err(Refusal::NoReview))
}

/// Whether two tokens are the same; how long this takes does not say where they differ.
fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |differs, (a, b)| differs | (a ^ b)) == 0
}
