import { wordDiff } from '@/lib/word-diff'

/** How a text differs from an earlier one: removed words are struck through, new words are underlined. */
export function WordDifference({ before, after }: { before: string; after: string }) {
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {wordDiff(before, after).map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
        if (kind === 'same') return <span key={index}>{text}</span>
        if (kind === 'removed')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
            <del key={index} className="bg-error/10 text-error">
              {text}
            </del>
          )
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
          <ins key={index} className="bg-success/10 text-success">
            {text}
          </ins>
        )
      })}
    </p>
  )
}
