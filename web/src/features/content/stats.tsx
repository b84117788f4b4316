import { useTexts } from '@/lib/texts'

/** The figures, between two lines. */
export function Stats() {
  const text = useTexts('landing')
  return (
    <section aria-label={text.plain('stats.label')} className="relative z-10 border-base-300 border-y bg-base-100">
      <dl
        className="page grid grid-cols-2 gap-x-8 xs:grid-cols-3 lg:grid-cols-5 lg:gap-x-0"
        {...text.listProps('stats.items')}
      >
        {text.list('stats.items').map(({ id, text, props }) => (
          <div
            key={id}
            {...props}
            className="flex flex-col-reverse justify-end border-base-300 border-b py-3 last:border-b-0 md:py-7 max-xs:last:col-span-2 xs:nth-[n+4]:border-b-0 lg:border-b-0 lg:border-l lg:px-6 lg:py-10 lg:first:border-l-0 lg:first:pl-0 lg:last:pr-0"
          >
            <dt className="mt-1 text-quiet text-sm leading-snug md:mt-2">{text('label')}</dt>
            <dd className="whitespace-nowrap font-serif text-[2rem] leading-tight tabular-nums md:text-4xl tracking-tight lg:text-[2.75rem]">
              {text('value')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
