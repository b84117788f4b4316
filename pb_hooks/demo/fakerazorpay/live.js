// Refreshes the dashboard so that webhooks appear as they arrive, unless a control has the focus or a message is open.
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
      // The server is restarting: try again at the next interval.
    }
  }, 1500);
})();
