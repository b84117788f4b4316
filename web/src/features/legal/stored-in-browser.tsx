const rows = [
  { name: '__Host-session', what: 'Keeps you signed in.', life: '30 days, or until you sign out' },
  {
    name: 'signed_in',
    what: 'Tells the page that you are signed in, so that its buttons do not flicker.',
    life: 'As above',
  },
  {
    name: '__Host-draft',
    what: 'Restores your unfinished nomination, for you only.',
    life: '30 days, or until you send it or start again',
  },
  {
    name: '__Host-email_proof',
    what: 'Confirms your email address when you sign in after following a link in an email.',
    life: '24 hours, or until you sign in',
  },
  { name: '__Host-passkey', what: 'Protects a sign-in with a passkey.', life: '5 minutes' },
  { name: '__Host-admin', what: 'Keeps our staff signed in to the console.', life: '12 hours' },
  {
    name: 'theme',
    what: 'Remembers whether you chose the light or the dark theme. It is not sent to us.',
    life: 'Until you clear it',
  },
  {
    name: 'draft',
    what: 'Remembers that there may be a draft to restore. It is not sent to us.',
    life: 'Until you send it or start again',
  },
  {
    name: 'draft-kept',
    what: 'Keeps the answers that could not be saved on our server.',
    life: 'Until it is saved or sent, or you start again',
  },
  {
    name: 'nomination-link, nomination-sent, sign-up',
    what: 'The link to your nomination, the fact that you have sent it, and the details that a new account takes from it.',
    life: 'Until you close the tab',
  },
  {
    name: 'left-for-common-payment-page',
    what: 'Remembers that you left for a payment page at Razorpay. It is not sent to us.',
    life: 'Until you close the tab',
  },
  {
    name: 'toast',
    what: 'Shows you a message again after the page has reloaded. It is not sent to us.',
    life: 'Until the page has reloaded',
  },
  {
    name: 'console-keys',
    what: 'Remembers whether our staff use keyboard shortcuts in the console. It is not sent to us.',
    life: 'Until you clear it',
  },
]

/** Everything that the website stores in a browser. */
export function StoredInBrowser() {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard
    <section className="overflow-x-auto" aria-label="Cookies and local storage" tabIndex={0}>
      <table className="w-full min-w-120 text-left text-[0.9375rem] leading-snug">
        <caption className="sr-only">Cookies and local storage</caption>
        <thead>
          <tr className="border-base-content border-b">
            <th scope="col" className="py-2 pr-4 font-semibold">
              Name
            </th>
            <th scope="col" className="py-2 pr-4 font-semibold">
              What it is for
            </th>
            <th scope="col" className="py-2 font-semibold">
              How long
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, what, life }) => (
            <tr key={name} className="border-base-300 border-b align-top">
              <th scope="row" className="py-2.5 pr-4 font-medium whitespace-nowrap">
                {name}
              </th>
              <td className="py-2.5 pr-4">{what}</td>
              <td className="py-2.5">{life}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
