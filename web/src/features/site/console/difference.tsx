import { wordDiff } from './word-diff'

type Words = { title: string; subtitle: string; content: string; imageUrl: string }

const fields = [
  ['title', 'Title'],
  ['subtitle', 'Subtitle'],
  ['content', 'Content'],
  ['imageUrl', 'Image'],
] as const

/** What restoring would change: struck through is what stands now, underlined what would come back. */
export function Difference({ now, then }: { now: Words; then: Words }) {
  const changed = fields.filter(([name]) => now[name] !== then[name])
  if (changed.length === 0) return <p className="text-quiet">It says the same as the text that stands now.</p>
  return (
    <dl className="flex flex-col gap-3">
      {changed.map(([name, label]) => (
        <div key={name}>
          <dt className="font-semibold text-quiet text-sm">{label}</dt>
          <dd className="wrap-anywhere whitespace-pre-wrap">
            {wordDiff(now[name], then[name]).map(({ kind, text }, index) => {
              // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place
              if (kind === 'same') return <span key={index}>{text}</span>
              if (kind === 'gone')
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place
                  <del key={index} className="bg-error/10 text-error">
                    {text}
                  </del>
                )
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place
                <ins key={index} className="bg-success/10 text-success">
                  {text}
                </ins>
              )
            })}
          </dd>
        </div>
      ))}
    </dl>
  )
}
