import { useQuery } from '@tanstack/react-query'
import { wordDiff } from '@/lib/word-diff'
import { decode, factsQuery, type TextKind } from './api'
import { fillFacts } from './documents'

type DifferenceProps = { kind: TextKind; before: string; after: string; nameOf?: (id: string) => string }

/** How a value differs from an earlier one: removed words are struck through, new words are underlined. */
export function Difference({ kind, before, after, nameOf }: DifferenceProps) {
  const { data: facts = [] } = useQuery(factsQuery)
  const values = Object.fromEntries(facts.map((fact) => [fact.name, fact.value]))
  const read = (value: string) => fillFacts(readable(kind, value, nameOf), values)
  return (
    <p className="wrap-anywhere whitespace-pre-wrap">
      {wordDiff(read(before), read(after)).map(({ kind, text }, index) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
        if (kind === 'same') return <span key={index}>{text}</span>
        if (kind === 'gone')
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

/** A value as people read it: a list as one line for each item. */
export function readable(kind: TextKind, value: string, nameOf = (id: string) => id): string {
  const decoded = decode(kind, value)
  if (typeof decoded === 'string') return decoded
  if (Array.isArray(decoded))
    return decoded
      .map(({ id, isHidden }, index) => `${index + 1}. ${nameOf(id)}${isHidden ? ' (hidden)' : ''}`)
      .join('\n')
  return decoded.image ? `${decoded.image}\n${decoded.alt}` : 'No picture'
}
