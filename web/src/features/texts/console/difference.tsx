import { useQuery } from '@tanstack/react-query'
import { screenName } from '@/ui/screen-select'
import { WordDifference } from '@/ui/text-editor/word-difference'
import { decode, factsQuery, type TextKind } from './api'
import { fillFacts } from './documents'

type DifferenceProps = { kind: TextKind; before: string; after: string; nameOf?: (id: string) => string }

/** How a value differs from an earlier one: removed words are struck through, new words are underlined. */
export function Difference({ kind, before, after, nameOf }: DifferenceProps) {
  const { data: facts = [] } = useQuery(factsQuery)
  const values = Object.fromEntries(facts.map((fact) => [fact.name, fact.value]))
  const read = (value: string) => fillFacts(readable(kind, value, nameOf), values)
  return <WordDifference before={read(before)} after={read(after)} />
}

/** A value as people read it: a list as one line for each item. */
export function readable(kind: TextKind, value: string, nameOf = (id: string) => id): string {
  if (kind === 'screen') return screenName(value)
  if (kind === 'switch') return value === 'true' ? 'Visitors see this section' : 'Visitors do not see this section'
  const decoded = decode(kind, value)
  if (typeof decoded === 'string') return decoded
  if (Array.isArray(decoded))
    return decoded
      .map(({ id, isHidden }, index) => `${index + 1}. ${nameOf(id)}${isHidden ? ' (hidden)' : ''}`)
      .join('\n')
  return decoded.image ? `${decoded.image}\n${decoded.alt}` : 'No picture'
}
