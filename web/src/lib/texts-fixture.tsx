import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  type BuiltInTexts,
  createReader,
  DisplayContext,
  type Language,
  type PageName,
  type PageTexts,
  type TextReader,
  textsQuery,
} from './texts'

const folder = resolve(import.meta.dirname, '../../../pb_hooks/texts/builtin')

/** The pages that have built-in texts. */
export const textPages = readdirSync(folder)
  .filter((file) => file.endsWith('.en.json'))
  .map((file) => file.replace('.en.json', '') as PageName)

/** The facts as a new site has them before its launch event. */
const facts: Readonly<Record<string, string>> = {
  'site.name': 'Boardcircle',
  'members.count': '300+',
  'members.share': '18.67%',
  'members.goal': '10,000',
  'membership.offer': 'By invitation, and for life.',
  'membership.terms': 'Membership is for life. The fee is paid once and in full.',
  'membership.invitation': 'Membership is by invitation.',
  'event.date': 'September 16th',
  'contact.email': 'info@boardcircle.example',
  'contact.phone': '+91 22 4000 1234',
  'contact.place': 'Mumbai, India',
}

/** The built-in texts of a page as the server sends them. */
export function builtInTexts(
  page: PageName,
  given: Readonly<Record<string, string>> = facts,
  language: Language = 'en',
): PageTexts {
  const answer: PageTexts = { page, language, texts: {}, images: {}, lists: {} }
  const fill = (text: string) => text.replace(/\{([a-z]+\.[a-z]+)\}/gi, (whole, name: string) => given[name] ?? whole)

  function read(value: unknown, key: string): void {
    if (typeof value === 'boolean') answer.texts[key] = String(value)
    else if (typeof value === 'string') answer.texts[key] = fill(value)
    else if (Array.isArray(value)) {
      const items = value.filter(({ id }) => id) // the template of a list without items has no id
      answer.lists[key] = items.map(({ id }) => id)
      for (const { id, ...item } of items) read(item, `${key}.${id}`)
    } else if (typeof value === 'object' && value !== null) {
      if ('screen' in value) answer.texts[key] = String(value.screen)
      else if ('markdown' in value) answer.texts[key] = htmlOf(fill(String(value.markdown)))
      else if (!('image' in value && 'alt' in value))
        for (const [name, inner] of Object.entries(value)) read(inner, key ? `${key}.${name}` : name)
    }
  }

  read(JSON.parse(readFileSync(resolve(folder, `${page}.${language}.json`), 'utf8')), '')
  return answer
}

/** Reads the built-in texts of a page. */
export function builtInReader<Page extends PageName>(page: Page): TextReader<BuiltInTexts<Page>> {
  return createReader(builtInTexts(page))
}

/** Converts the marks of the built-in texts: paragraphs, lists, links and bold words. */
function htmlOf(markdown: string): string {
  const inline = (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
      .replace(/\[(.+?)\]\((.+?)\)/g, '<a href="$2">$1</a>')
  return markdown
    .split('\n\n')
    .filter(Boolean)
    .map((block) =>
      block.startsWith('- ')
        ? `<ul>${block
            .slice(2)
            .split('\n- ')
            .map((item) => `<li>${inline(item)}</li>`)
            .join('')}</ul>`
        : `<p>${inline(block)}</p>`,
    )
    .join('')
}

type WithTextsProps = {
  pages: readonly PageTexts[]
  language?: Language
  isEditing?: boolean
  children: ReactNode
}

/** Gives components their texts. */
export function WithTexts({ pages, language = 'en', isEditing = false, children }: WithTextsProps) {
  const queries = { retry: false, staleTime: Number.POSITIVE_INFINITY }
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries } }))
  for (const texts of pages) client.setQueryData(textsQuery(texts.page as PageName, texts.language).queryKey, texts)
  return (
    <QueryClientProvider client={client}>
      <DisplayContext value={{ language, isEditing }}>{children}</DisplayContext>
    </QueryClientProvider>
  )
}
