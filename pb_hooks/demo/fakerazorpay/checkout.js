// The sandbox's checkout: window.Razorpay(options) as the provider's script defines it, with a dialog in which a person
// chooses the result of the payment. The sandbox's server computes the amounts, ids and signatures, so the browser
// receives no secret.
(() => {
  const base = new URL(".", document.currentScript.src);

  const styles = `
    dialog { --paper: light-dark(#fdfbf7, #221822); --sheet: light-dark(#fff, #191118); --ink: light-dark(#2a1a26, #f3ebe6);
      --quiet: light-dark(#6b5a66, #b9a9b2); --rule: light-dark(#e6ddd4, #4a3a47); --bad: light-dark(#a3262a, #ff9d97);
      --focus: light-dark(#9a4f00, #fdb955);
      width: min(420px, calc(100vw - 24px)); max-height: calc(100dvh - 24px); padding: 0; border: 0; border-radius: 16px; overflow: auto;
      background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, "Segoe UI", Roboto, sans-serif; text-align: left; overflow-wrap: anywhere;
      box-shadow: 0 24px 64px rgb(0 0 0 / .35); }
    dialog::backdrop { background: rgb(25 17 24 / .6); }
    * { box-sizing: border-box; }
    .head { display: flex; gap: 12px; align-items: flex-start; justify-content: space-between; padding: 20px 20px 16px; border-top: 6px solid var(--accent); border-bottom: 1px solid var(--rule); }
    h2 { margin: 0; font: 600 1.2rem/1.25 Georgia, "Times New Roman", serif; }
    p { margin: 0; }
    .about { color: var(--quiet); font-size: .92rem; margin-top: 2px; }
    .amount { font-size: 1.75rem; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums; margin-top: 10px; }
    .body { padding: 16px 20px 20px; display: grid; gap: 16px; }
    dl { margin: 0; display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 2px 16px; font-size: .92rem; }
    dt { color: var(--quiet); } dd { margin: 0; text-align: right; }
    fieldset { margin: 0; padding: 0; border: 0; }
    legend { padding: 0; color: var(--quiet); font-size: .92rem; margin-bottom: 6px; }
    .methods { display: grid; grid-template-columns: repeat(3, 1fr); border: 1px solid var(--quiet); border-radius: 10px; overflow: hidden; }
    .methods label { position: relative; display: grid; place-items: center; min-height: 44px; font-size: .92rem; cursor: pointer; }
    .methods label + label { border-left: 1px solid var(--quiet); }
    .methods input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
    .methods label:has(:checked) { background: var(--ink); color: var(--paper); font-weight: 600; }
    .methods label:has(:focus-visible) { outline: 3px solid var(--focus); outline-offset: -3px; }
    .acts { display: grid; grid-template-columns: 1fr 1fr; gap: 8px; }
    button { min-height: 44px; padding: 8px 14px; border: 1px solid var(--quiet); border-radius: 10px; background: var(--sheet); color: var(--ink); font: inherit; font-size: .95rem; font-weight: 500; line-height: 1.25; cursor: pointer; }
    button:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
    button:disabled { opacity: .55; cursor: default; }
    .pay { grid-column: 1 / -1; min-height: 52px; border-color: transparent; background: var(--accent); color: var(--on-accent); font-weight: 700; font-size: 1.05rem; }
    .drop { grid-column: 1 / -1; }
    .fail { color: var(--bad); border-color: var(--bad); }
    .close { flex: none; width: 44px; padding: 0; border-color: transparent; background: none; font-size: 1.5rem; margin: -10px -12px 0 0; }
    .message:empty { display: none; }
    .message { padding: 10px 12px; border-radius: 10px; background: var(--sheet); border: 1px solid var(--rule); font-size: .95rem; }
    .message[data-bad] { border-color: var(--bad); color: var(--bad); }
    .hint { color: var(--quiet); font-size: .85rem; }`;

  const element = (name, properties, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
  };

  // money formats an amount in minor units for a reader in India.
  const money = (amount, currency) =>
    new Intl.NumberFormat("en-IN", { style: "currency", currency, minimumFractionDigits: amount % 100 ? 2 : 0 }).format(amount / 100);

  // readable returns the text colour, dark or white, that has more contrast on a colour.
  const readable = (colour) => {
    const channels = [1, 3, 5].map((at) => {
      const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    const light = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2];
    return light > 0.22 ? "#2a1a26" : "#fff";
  };

  class Razorpay {
    #options;
    #listeners = new Map();
    #host = null;
    #parts = null;
    #id;

    constructor(options) {
      if (!options?.key) throw new Error("No key passed");
      this.#options = options;
      this.#id = options.subscription_id ?? options.order_id ?? "";
    }

    on(event, listener) {
      this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
      return this;
    }

    open() {
      if (this.#host) return this;
      this.#host = element("div", {});
      const root = this.#host.attachShadow({ mode: "open" });
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(styles);
      root.adoptedStyleSheets = [sheet];
      root.append(this.#draw());
      document.body.append(this.#host);
      this.#parts.dialog.showModal();
      this.#parts.pay.focus();
      this.#load();
      return this;
    }

    // close closes the dialog without calling ondismiss. #dismiss is for when the user closes it.
    close() {
      const host = this.#host;
      this.#host = null;
      this.#parts?.dialog.close();
      host?.remove();
    }

    #draw() {
      const { name, description, prefill = {}, theme = {} } = this.#options;
      const colour = /^#[0-9a-f]{6}$/i.test(theme.color ?? "") ? theme.color : "#f99f1b";
      const title = element("h2", { id: "title", textContent: name || "Payment" });
      const amount = element("p", { className: "amount", textContent: "…" });
      const message = element("p", { className: "message" });
      message.setAttribute("role", "status");
      const close = element("button", { type: "button", className: "close", textContent: "×", onclick: () => this.#dismiss() });
      close.setAttribute("aria-label", "Close");
      const button = (className, textContent, onclick) => element("button", { type: "button", className, textContent, onclick });
      const pay = button("pay", "Pay", () => this.#act("pay"));
      const fail = button("fail", "Fail", () => this.#act("fail"));
      const away = button("", "Close", () => this.#dismiss());
      const drop = button("drop", "Pay and drop the callback", () => this.#act("pay", true));
      const person = element("dl", {});
      for (const [label, value] of [["Name", prefill.name], ["Email", prefill.email], ["Phone", prefill.contact]]) {
        if (value) person.append(element("dt", { textContent: label }), element("dd", { textContent: value }));
      }
      const methods = element("div", { className: "methods" });
      for (const [value, label] of [["upi", "UPI"], ["card", "Card"], ["netbanking", "Bank"]]) {
        methods.append(element("label", {}, element("input", { type: "radio", name: "method", value, checked: value === "upi" }), label));
      }
      const dialog = element(
        "dialog",
        { oncancel: (event) => { event.preventDefault(); if (this.#options.modal?.escape !== false) this.#dismiss(); } },
        element("div", { className: "head" }, element("div", {}, title, element("p", { className: "about", textContent: description ?? "" }), amount), close),
        element("div", { className: "body" }, person,
          element("fieldset", {}, element("legend", { textContent: "Pay with" }), methods), message,
          element("div", { className: "acts" }, pay, fail, away, drop),
          element("p", { className: "hint", textContent: "This is the sandbox: no money moves. “Drop the callback” pays without calling this page back, as when the browser crashes; the webhook is still sent." })),
      );
      dialog.setAttribute("aria-labelledby", "title");
      dialog.style.setProperty("--accent", colour);
      dialog.style.setProperty("--on-accent", readable(colour));
      this.#parts = { dialog, amount, message, pay, fail, drop, methods };
      return dialog;
    }

    async #load() {
      const answer = await this.#call("GET");
      if (!this.#host) return;
      if (!answer.amount) return this.#showMessage(answer.error.description, true, true);
      const shown = money(answer.amount, answer.currency);
      this.#parts.amount.textContent = shown;
      this.#parts.pay.textContent = `Pay ${shown}`;
    }

    async #act(act, dropped = false) {
      this.#busy(true);
      this.#showMessage("Contacting the bank…");
      const method = this.#parts.methods.querySelector(":checked").value;
      const { email, contact } = this.#options.prefill ?? {};
      const card_change = this.#options.subscription_card_change === true;
      const result = await this.#call("POST", { key: this.#options.key, act, method, email, contact, card_change });
      if (!this.#host) return;
      this.#busy(false);
      if (result.error) return this.#failed(result.error);
      this.close();
      if (result.fields && !dropped) this.#deliver(result.fields);
    }

    #deliver(fields) {
      const { handler, callback_url } = this.#options;
      if (handler) return handler(fields);
      if (!callback_url) return;
      const form = element("form", { method: "post", action: callback_url });
      for (const [name, value] of Object.entries(fields)) form.append(element("input", { type: "hidden", name, value }));
      document.body.append(form);
      form.submit();
    }

    #failed(error) {
      const { retry } = this.#options;
      const final = retry === false || retry?.enabled === false;
      this.#showMessage(error.description, true, final);
      for (const listener of this.#listeners.get("payment.failed") ?? []) listener({ error });
    }

    #dismiss() {
      const { modal = {} } = this.#options;
      if (this.#parts.dialog.hasAttribute("aria-busy")) return;
      if (modal.confirm_close && !window.confirm("Do you want to leave the payment?")) return;
      this.close();
      modal.ondismiss?.();
    }

    #busy(busy) {
      const { dialog, pay, fail, drop } = this.#parts;
      dialog.toggleAttribute("aria-busy", busy);
      if (busy) dialog.setAttribute("aria-busy", "true");
      for (const button of [pay, fail, drop]) button.disabled = busy;
      if (!busy) pay.focus();
    }

    #showMessage(text, bad = false, final = false) {
      const { message, pay, fail, drop } = this.#parts;
      message.textContent = text;
      message.toggleAttribute("data-bad", bad);
      if (final) for (const button of [pay, fail, drop]) button.hidden = true;
    }

    async #call(method, body) {
      try {
        const response = await fetch(new URL(`checkout/${encodeURIComponent(this.#id || "none")}`, base), {
          method,
          headers: body && { "Content-Type": "application/json" },
          body: body && JSON.stringify(body),
        });
        return await response.json();
      } catch {
        const description = "The payment provider could not be reached. Please try again.";
        return { error: { code: "SERVER_ERROR", description, source: "internal", step: "payment_initiation", reason: "server_error", metadata: {} } };
      }
    }
  }

  // Can be called with or without new, like the provider's.
  window.Razorpay = new Proxy(Razorpay, { apply: (made, _, given) => new made(...given) });
})();
