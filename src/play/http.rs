//! As much of HTTP as one page on this machine needs: one request on each connection, small, and soon.
//!
//! Written over `std::net`: `tiny_http` 0.12, the latest, has no timeouts and no bound for headers or threads; a server such as `hyper` brings an
//! asynchronous runtime.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

/// Most bytes of a request before its body.
const HEAD: usize = 8 << 10;
/// Most bytes of a body.
const BODY: usize = 256;
/// Time to send a request, and to take a response.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of a refused request that are still read, so that its sender sees the refusal.
const REST: usize = 1 << 20;

#[derive(Debug, Default)]
pub(crate) struct Request {
    pub method: String,
    /// The target without the query.
    pub path: String,
    pub query: String,
    pub host: Option<String>,
    pub origin: Option<String>,
    /// `Sec-Fetch-Site`: whether the browser says that another site asks.
    pub site: Option<String>,
    pub body: Vec<u8>,
}

#[derive(Debug)]
pub(crate) struct Response {
    pub status: u16,
    pub sort: &'static str,
    pub body: String,
}

impl Response {
    /// A sentence with a status.
    pub(crate) fn refusal(status: u16, sentence: &str) -> Response {
        Response { status, sort: "text/plain; charset=utf-8", body: format!("{sentence}\n") }
    }

    pub(crate) fn ok(sort: &'static str, body: String) -> Response {
        Response { status: 200, sort, body }
    }
}

pub(crate) fn read(stream: &TcpStream) -> Result<Request, Option<Response>> {
    let refuse = |status, sentence| Some(Response::refusal(status, sentence));
    let until = Instant::now() + PATIENCE;
    let mut bytes = Vec::new();
    let end = loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            break end;
        }
        if bytes.len() > HEAD {
            return Err(refuse(431, "the request is too long"));
        }
        more(stream, &mut bytes, until)?;
    };
    let head = str::from_utf8(&bytes[..end]).map_err(|_| refuse(400, "the request is not text"))?;
    let (mut request, length) = parse(head).map_err(Some)?;
    while bytes.len() < end + 4 + length {
        more(stream, &mut bytes, until)?;
    }
    request.body = bytes[end + 4..end + 4 + length].to_vec();
    Ok(request)
}

/// Reads what has come.
fn more(mut stream: &TcpStream, bytes: &mut Vec<u8>, until: Instant) -> Result<(), Option<Response>> {
    let left = until.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
    let mut piece = [0; 2048];
    let read = stream.set_read_timeout(Some(left)).and_then(|()| stream.read(&mut piece));
    match read {
        Ok(0) => Err(None),
        Ok(length) => {
            bytes.extend_from_slice(&piece[..length]);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
        Err(_) => Err(Some(Response::refusal(408, "the request did not come in time"))),
    }
}

/// The request before its body, and the length of that.
fn parse(head: &str) -> Result<(Request, usize), Response> {
    let mut lines = head.split("\r\n");
    let mut request = first_line(lines.next().unwrap_or_default()).ok_or_else(bad)?;
    let mut length = 0;
    for line in lines {
        let (name, value) = line.split_once(':').ok_or_else(bad)?;
        match name.to_ascii_lowercase().as_str() {
            "host" => once(&mut request.host, value)?,
            "origin" => once(&mut request.origin, value)?,
            "sec-fetch-site" => once(&mut request.site, value)?,
            "content-length" => length = body_length(value.trim())?,
            "transfer-encoding" => return Err(Response::refusal(411, "a body needs a length")),
            _ => {}
        }
    }
    Ok((request, length))
}

fn bad() -> Response {
    Response::refusal(400, "this is not a request")
}

/// Method and target.
fn first_line(line: &str) -> Option<Request> {
    let mut words = line.split(' ');
    let (method, target, version) = (words.next()?, words.next()?, words.next()?);
    if words.next().is_some() || !version.starts_with("HTTP/1.") || !target.starts_with('/') {
        return None;
    }
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    Some(Request { method: method.into(), path: path.into(), query: query.into(), ..Request::default() })
}

/// A header that may be there once.
fn once(slot: &mut Option<String>, value: &str) -> Result<(), Response> {
    slot.replace(value.trim().to_owned()).map_or(Ok(()), |_| Err(bad()))
}

fn body_length(value: &str) -> Result<usize, Response> {
    match value.parse::<u64>() {
        Ok(length) if length <= BODY as u64 => Ok(length as usize),
        Ok(_) => Err(Response::refusal(413, "the body is too long")),
        Err(_) => Err(Response::refusal(400, "the length of the body is not a number")),
    }
}

/// Sends a response and ends the connection.
pub(crate) fn write(mut stream: &TcpStream, response: &Response) -> io::Result<()> {
    let Response { status, sort, body } = response;
    stream.set_write_timeout(Some(PATIENCE))?;
    let head = format!(
        "HTTP/1.1 {status} {}\r\nContent-Type: {sort}\r\nContent-Length: {}\r\nConnection: close\r\n\
         Cache-Control: no-store\r\nReferrer-Policy: same-origin\r\nX-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\nCross-Origin-Resource-Policy: same-origin\r\n\r\n",
        reason(*status),
        body.len()
    );
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())?;
    stream.shutdown(Shutdown::Write)?;
    drain(stream)
}

/// Reads what is left of a request: closing before would take the response from its sender.
fn drain(mut stream: &TcpStream) -> io::Result<()> {
    let until = Instant::now() + Duration::from_secs(1);
    let (mut piece, mut rest) = ([0; 4096], REST);
    stream.set_read_timeout(Some(Duration::from_millis(500)))?;
    while rest > 0 && Instant::now() < until {
        match stream.read(&mut piece)? {
            0 => break,
            length => rest = rest.saturating_sub(length),
        }
    }
    Ok(())
}

fn reason(status: u16) -> &'static str {
    match status {
        200 => "OK",
        400 => "Bad Request",
        403 => "Forbidden",
        404 => "Not Found",
        405 => "Method Not Allowed",
        408 => "Request Timeout",
        409 => "Conflict",
        411 => "Length Required",
        413 => "Content Too Large",
        429 => "Too Many Requests",
        431 => "Request Header Fields Too Large",
        _ => "Service Unavailable",
    }
}
