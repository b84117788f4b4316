// Keeps the desk up to date, so that a person can watch the webhooks arrive: unless she is using
// or reading something in it just then.
(() => {
  const inUse = (live) => live.contains(document.activeElement) || live.querySelector("details[open]");
  setInterval(async () => {
    const live = document.getElementById("live");
    if (document.hidden || inUse(live)) return;
    try {
      const page = await (await fetch(location.pathname)).text();
      const fresh = new DOMParser().parseFromString(page, "text/html").getElementById("live");
      if (fresh && fresh.innerHTML !== live.innerHTML && !inUse(live)) live.replaceWith(fresh);
    } catch {
      // The server is restarting; the next round finds it.
    }
  }, 1500);
})();
