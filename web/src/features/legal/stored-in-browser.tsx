import { useTexts } from '@/lib/texts'

/** Everything that the website stores in a browser. */
export function StoredInBrowser() {
  const text = useTexts('privacy')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must be possible by keyboard
    <section className="overflow-x-auto" aria-label={text.plain('stored.caption')} tabIndex={0}>
      <table className="w-full min-w-120 text-left text-[0.9375rem] leading-snug">
        <caption className="sr-only">{text('stored.caption')}</caption>
        <thead>
          <tr className="border-base-content border-b">
            <th scope="col" className="py-2 pr-4 font-semibold">
              {text('stored.name')}
            </th>
            <th scope="col" className="py-2 pr-4 font-semibold">
              {text('stored.what')}
            </th>
            <th scope="col" className="py-2 font-semibold">
              {text('stored.life')}
            </th>
          </tr>
        </thead>
        <tbody {...text.listProps('stored.rows')}>
          {text.list('stored.rows').map(({ id, text, props }) => (
            <tr key={id} {...props} className="border-base-300 border-b align-top">
              <th scope="row" className="py-2.5 pr-4 font-medium whitespace-nowrap">
                {text('name')}
              </th>
              <td className="py-2.5 pr-4">{text('what')}</td>
              <td className="py-2.5">{text('life')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
