import type { Entries } from '@/ui/text-editor/autosave'
import { encode, type TextRow } from './api'

/** The rows of all pages by their keys, with what was typed in this window. */
export type Texts = {
  rows: ReadonlyMap<string, TextRow>
  entries: Entries
}

/** The value of a text as the editor sees it. */
export function currentValue({ rows, entries }: Texts, key: string): string {
  const row = rows.get(key)
  return entries[key]?.value ?? (row ? encode(row.draft ?? row.published) : '')
}

/** The list to which a text belongs, and the id of its item. */
export function listOf({ rows }: Texts, key: string): { list: TextRow; id: string } | undefined {
  const parts = key.split('.')
  for (let end = parts.length - 1; end > 1; end--) {
    const list = rows.get(parts.slice(0, end).join('.'))
    if (list?.kind === 'list') return { list, id: parts[end] ?? '' }
  }
  return undefined
}

/** The texts of an item, in their order. */
export function fieldsOf({ rows }: Texts, list: string, id: string): TextRow[] {
  const start = `${list}.${id}.`
  return [...rows.values()].filter(({ key }) => key.startsWith(start))
}

/** The name of an item for people: its first words. */
export function itemName(texts: Texts, list: string, id: string): string {
  for (const { key, kind } of fieldsOf(texts, list, id)) {
    const words = kind === 'plain' || kind === 'rich' ? currentValue(texts, key).trim() : ''
    if (words) return words.length > 60 ? `${words.slice(0, 59)}…` : words
  }
  return 'New item'
}

/** The name of a field of an item: the last part of its label. */
export function fieldName(row: TextRow): string {
  return row.label.split(' › ').at(-1) ?? row.label
}

/** Whether an item comes with the site. Such an item can be hidden, but not deleted. */
export function isBuiltIn(list: TextRow, id: string): boolean {
  return Array.isArray(list.builtIn) && list.builtIn.some((item) => item.id === id)
}

/** An id for a new item, which no other item of the list has. */
export function newItemId(): string {
  return `item-${crypto.randomUUID().slice(0, 8)}`
}
