// Opens a page with a whole match.

unpack().then(location.hash === "#selftest" ? startTest : start, () => {
  byId("note").textContent = say("old");
  byId("note").hidden = false;
}).then(() => { document.body.dataset.ready = ""; });
