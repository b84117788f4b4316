import { queryOptions, useQuery } from '@tanstack/react-query'
import type checkout from '@texts/checkout.en.json'
import type errors from '@texts/errors.en.json'
import type landing from '@texts/landing.en.json'
import type legal from '@texts/legal.en.json'
import type nomination from '@texts/nomination.en.json'
import type nominationReceived from '@texts/nomination-received.en.json'
import type ownNomination from '@texts/own-nomination.en.json'
import type plans from '@texts/plans.en.json'
import type privacy from '@texts/privacy.en.json'
import type refund from '@texts/refund.en.json'
import type renew from '@texts/renew.en.json'
import type seat from '@texts/seat.en.json'
import type session from '@texts/session.en.json'
import type signIn from '@texts/sign-in.en.json'
import type site from '@texts/site.en.json'
import type terms from '@texts/terms.en.json'
import type thankYou from '@texts/thank-you.en.json'
import { type ComponentProps, createContext, Fragment, type ReactNode, use, useMemo } from 'react'
import { type Answer, call } from './api'
import { areas } from './areas'
import { englishWords } from './words'

/** The built-in texts of each page. Only their types are used: the values come from the server. */
type BuiltIn = {
  checkout: typeof checkout
  errors: typeof errors
  landing: typeof landing
  legal: typeof legal
  nomination: typeof nomination
  'nomination-received': typeof nominationReceived
  'own-nomination': typeof ownNomination
  plans: typeof plans
  privacy: typeof privacy
  refund: typeof refund
  renew: typeof renew
  seat: typeof seat
  session: typeof session
  'sign-in': typeof signIn
  site: typeof site
  terms: typeof terms
  'thank-you': typeof thankYou
}

/** The texts of a page as its file has them. */
export type Texts<Page extends TextPage> = BuiltIn[Page]

/** A page with texts. `site` has the texts that all pages share. */
export type TextPage = keyof BuiltIn

/** The texts of a page in one language, by key. */
export type PageTexts = Answer<'GET /api/site/texts/{page}'>

export type Language = PageTexts['language']

/** The language of the document, and whether an editor has opened it to change its texts. */
export type Reading = { language: Language; isEditing: boolean }

export const ReadingContext = createContext<Reading>({ language: 'en', isEditing: false })

/** The texts of a page. They never expire, so that returning to a page is instant. */
export const textsQuery = (page: TextPage, language: Language) =>
  queryOptions({
    queryKey: [...areas.texts, language, page],
    queryFn: ({ signal }) => call('GET /api/site/texts/{page}', { path: { page }, query: { lang: language }, signal }),
    gcTime: Number.POSITIVE_INFINITY,
  })

type Rich = { markdown: string }
type Picture = { image: string; alt: string }
type List = readonly object[]
/** The screen of the circle that a promise leads to. */
type Screen = { screen: string }

/** The attributes of a picture. A picture of the library has its sizes and its focal point. */
type PictureSources = Pick<ComponentProps<'img'>, 'srcSet' | 'width' | 'height' | 'style'> & {
  src: string
  alt: string
}

/** The keys of the texts of one kind. */
type Keys<Texts, Kind> = {
  [Name in keyof Texts & string]: Texts[Name] extends Kind
    ? Name
    : Texts[Name] extends string | Rich | Picture | List | Screen
      ? never
      : `${Name}.${Keys<Texts[Name], Kind>}`
}[keyof Texts & string]

type At<Texts, Key extends string> = Key extends keyof Texts
  ? Texts[Key]
  : Key extends `${infer Name}.${infer Rest}`
    ? Name extends keyof Texts
      ? At<Texts[Name], Rest>
      : never
    : never

type ItemOf<Items> = Items extends readonly (infer Item)[] ? Omit<Item, 'id'> : never

/** An item of a list with its own texts. */
type TextItem<Item> = {
  id: string
  text: TextReader<Item>
  /** The attribute of the item's element in edit mode. */
  mark: { 'data-item'?: string }
}

/** The words that replace the placeholders of a text, such as a name for {name}. */
type Variables = Readonly<Record<string, ReactNode>>

/** Reads the texts of a page or of an item. */
export type TextReader<Texts> = {
  /** A plain text as content of an element. */
  (key: Keys<Texts, string>, variables?: Variables): ReactNode
  /** A plain text as the value of an attribute, or as content of an element that has the text's mark. */
  plain(key: Keys<Texts, string>, variables?: Readonly<Record<string, string>>): string
  /** The properties of a RichText. */
  rich(key: Keys<Texts, Rich>, variables?: Readonly<Record<string, string>>): { html: string } & Mark
  /** The properties of a picture. */
  picture(key: Keys<Texts, Picture>): PictureSources
  /** The name of a screen of the circle, or "". */
  screen(key: Keys<Texts, Screen>): string
  /** The visible items of a list, in their order. */
  list<Key extends Keys<Texts, List>>(key: Key): TextItem<ItemOf<At<Texts, Key>>>[]
  /** The attribute of a list's element in edit mode. */
  listMark(key: Keys<Texts, List>): { 'data-list'?: string }
  /** The attributes of an element whose content is a text as a whole. */
  mark(key: Keys<Texts, string>): Mark
  /** Reads a group of texts. */
  group<Key extends string>(key: Key): TextReader<At<Texts, Key>>
  /** Reports whether to show a text: it is not empty, or the page is in edit mode, where an editor can fill it. */
  has(key: Keys<Texts, string> | Keys<Texts, Rich>): boolean
}

type Mark = { 'data-text'?: string; lang?: 'en' }

/**
 * The texts of a page, which its route loads before the page is shown. `earlier` has the texts of a stored version to
 * show instead. They cannot be edited.
 */
export function useTexts<Page extends TextPage>(page: Page, earlier?: PageTexts): TextReader<BuiltIn[Page]> {
  const { language, isEditing } = use(ReadingContext)
  const { data } = useQuery(textsQuery(page, language))
  // The same texts have the same reader, so that it can be the value of a context.
  const reader = useMemo(() => {
    if (!earlier) return readerOf(data, isEditing ? page : undefined, data?.untranslated)
    return readerOf(earlier, undefined, earlier.language === language ? [] : Object.keys(earlier.texts))
  }, [earlier, data, isEditing, page, language])
  return reader as TextReader<BuiltIn[Page]>
}

/** The words of buttons and fields that all forms share. The console, which has no texts, has them in English. */
export const WordsContext = createContext(
  readerOf({ texts: englishWords, images: {}, lists: {} }, undefined) as TextReader<BuiltIn['site']['form']>,
)

export const useWords = () => use(WordsContext)

/** Reports whether an editor has opened the page to change its texts. */
export function useIsEditing(): boolean {
  return use(ReadingContext).isEditing
}

/**
 * Reads texts. `page` is set in edit mode, where each text is marked with its key. `inEnglish` has the keys of texts in
 * English on a page in another language: their elements get lang="en", for screen readers.
 */
export function readerOf(
  data: Pick<PageTexts, 'texts' | 'images' | 'lists'> | undefined,
  page: string | undefined,
  inEnglish: readonly string[] = [],
  prefix = '',
): unknown {
  const stored = (key: string) => data?.texts[prefix + key] ?? ''
  const keyOf = (key: string) => `${page}.${prefix}${key}`
  const mark = (key: string): Mark => ({
    ...(page && { 'data-text': keyOf(key) }),
    ...(inEnglish.includes(prefix + key) && { lang: 'en' }),
  })

  function text(key: string, variables?: Variables): ReactNode {
    const content = filled(stored(key), variables)
    return page || inEnglish.includes(prefix + key) ? <span {...mark(key)}>{content}</span> : content
  }

  return Object.assign(text, {
    plain: (key: string, variables?: Variables) => filled(stored(key), variables) as string,
    rich: (key: string, variables: Readonly<Record<string, string>> = {}) => ({
      html: stored(key).replace(/\{(\w+)\}/g, (found, name) => escapeHtml(variables[name] ?? found)),
      ...mark(key),
    }),
    picture(key: string) {
      const picture = data?.images[prefix + key]
      if (!picture?.srcset) return { src: picture?.image ?? '', alt: picture?.alt ?? '' }
      const { src = '', alt, srcset: srcSet, width, height, position } = picture
      return { src, alt, srcSet, width, height, style: { objectPosition: position } }
    },
    screen: stored,
    list: (key: string) =>
      (data?.lists[prefix + key] ?? []).map((id) => ({
        id,
        text: readerOf(data, page, inEnglish, `${prefix}${key}.${id}.`),
        mark: page ? { 'data-item': id } : {},
      })),
    listMark: (key: string) => (page ? { 'data-list': keyOf(key) } : {}),
    mark,
    group: (key: string) => readerOf(data, page, inEnglish, `${prefix}${key}.`),
    has: (key: string) => Boolean(page || stored(key)),
  })
}

/** Escapes text for content and attributes of HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Replaces the placeholders that have a variable. The result is a string if all variables are strings. */
function filled(text: string, variables: Variables | undefined): ReactNode {
  if (!variables) return text
  const replaced = (name: string) => (name in variables ? variables[name] : `{${name}}`)
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? replaced(part) : part))
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}

type ElsewhereProps = {
  /** The fact's name, such as contact.email. */
  fact?: string
  /** Where the console stores the content, such as "plans". */
  from?: string
  children: ReactNode
}

/** Content of a page that is not one of its texts. In edit mode it is marked with where it comes from. */
export function Elsewhere({ fact, from, children }: ElsewhereProps) {
  if (!useIsEditing()) return children
  return (
    <span data-fact={fact} data-from={from}>
      {children}
    </span>
  )
}

/** Content that is in English in all languages, such as the name of a plan. Screen readers read it as English. */
export function InEnglish({ children }: { children: ReactNode }) {
  return use(ReadingContext).language === 'en' ? children : <span lang="en">{children}</span>
}

/** A text that an admin wrote for a plan. */
export function PlanText({ children }: { children: ReactNode }) {
  return (
    <Elsewhere from="plans">
      <InEnglish>{children}</InEnglish>
    </Elsewhere>
  )
}
