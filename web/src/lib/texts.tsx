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

/** The name of a page with texts. `site` has the texts that all pages share. */
export type PageName = keyof BuiltIn

/** The built-in texts of a page, which say which texts exist. Their values may differ from what visitors see. */
export type BuiltInTexts<Page extends PageName> = BuiltIn[Page]

/** The texts of a page in one language as visitors see them, by key. */
export type PageTexts = Answer<'GET /api/site/texts/{page}'>

export type Language = PageTexts['language']

/** How the document is shown: its language, and whether an editor has opened it to change its texts. */
export type DisplayOptions = { language: Language; isEditing: boolean }

export const DisplayContext = createContext<DisplayOptions>({ language: 'en', isEditing: false })

/** The texts of a page. They never expire, so that returning to a page is instant. */
export const textsQuery = (page: PageName, language: Language) =>
  queryOptions({
    queryKey: [...areas.texts, language, page],
    queryFn: ({ signal }) => call('GET /api/site/texts/{page}', { path: { page }, query: { lang: language }, signal }),
    gcTime: Number.POSITIVE_INFINITY,
  })

type Rich = { markdown: string }
type Picture = { image: string; alt: string }
type List = readonly object[]
/** Whether a section is shown. */
type Switch = boolean
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
    : Texts[Name] extends string | Rich | Picture | List | Screen | Switch
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
  /** The props of the item's element. */
  props: { 'data-item'?: string }
}

/** The words or elements that replace the placeholders of a text, such as a name for {name}. */
type Variables = Readonly<Record<string, ReactNode>>
type Words = Readonly<Record<string, string>>

/**
 * The props of an element whose content is a text: its key in edit mode, and its language if it is in English on a page
 * in another language.
 */
type TextProps = { 'data-text'?: string; lang?: 'en' }

/** Reads the texts of a page or of an item. */
export type TextReader<Texts> = {
  /** A plain text as content of an element. */
  (key: Keys<Texts, string>, variables?: Variables): ReactNode
  /** A plain text as the value of an attribute, or as content of an element with the text's props. */
  plain(key: Keys<Texts, string>, variables?: Words): string
  /** The props of a RichText. */
  rich(key: Keys<Texts, Rich>, variables?: Words): { html: string } & TextProps
  /** The props of an img. */
  picture(key: Keys<Texts, Picture>): PictureSources
  /** The name of a screen of the circle, or "". */
  screen(key: Keys<Texts, Screen>): string
  /** Reports whether visitors see a section. */
  isOn(key: Keys<Texts, Switch>): boolean
  /** The visible items of a list, in their order. */
  list<Key extends Keys<Texts, List>>(key: Key): TextItem<ItemOf<At<Texts, Key>>>[]
  /** The props of the element that contains a list. */
  listProps(key: Keys<Texts, List>): { 'data-list'?: string }
  /** The props of an element that contains nothing but a plain text. */
  props(key: Keys<Texts, string>): TextProps
  /** Reads a group of texts. */
  group<Key extends string>(key: Key): TextReader<At<Texts, Key>>
  /** Reports whether to show a text: it is not empty, or the page is in edit mode, where an editor can fill it. */
  has(key: Keys<Texts, string> | Keys<Texts, Rich>): boolean
}

/**
 * The texts of a page, which its route loads before the page is shown. `earlier` has the texts of a stored version to
 * show instead. They cannot be edited.
 */
export function useTexts<Page extends PageName>(page: Page, earlier?: PageTexts): TextReader<BuiltIn[Page]> {
  const { language, isEditing } = use(DisplayContext)
  const { data } = useQuery(textsQuery(page, language))
  // The same texts have the same reader, so that it can be the value of a context.
  return useMemo(() => {
    if (!earlier) return createReader(data, { page: isEditing ? page : undefined, inEnglish: data?.untranslated })
    return createReader(earlier, { inEnglish: earlier.language === language ? [] : Object.keys(earlier.texts) })
  }, [earlier, data, isEditing, page, language])
}

/** The words of buttons, fields and failures that all pages share. The console, which has no texts, has them in English. */
export const WordsContext = createContext(
  createReader<BuiltIn['site']['form']>({ texts: englishWords, images: {}, lists: {} }),
)

export const useWords = () => use(WordsContext)

/** Reports whether an editor has opened the page to change its texts. */
export function useIsEditing(): boolean {
  return use(DisplayContext).isEditing
}

type ReaderOptions = {
  /** Set in edit mode, where each text is marked with its page and key. */
  page?: string
  /** The keys of the texts that are in English on a page in another language. */
  inEnglish?: readonly string[]
  /** The start of the keys of a group or of an item, such as "faq.". */
  prefix?: string
}

/** Returns a reader of texts. The keys of `data` must be those of Texts. Without data, every text is empty. */
export function createReader<Texts>(
  data: Pick<PageTexts, 'texts' | 'images' | 'lists'> | undefined,
  { page, inEnglish = [], prefix = '' }: ReaderOptions = {},
): TextReader<Texts> {
  const stored = (key: string) => data?.texts[prefix + key] ?? ''
  const pageKey = (key: string) => `${page}.${prefix}${key}`
  const within = (name: string) => createReader<unknown>(data, { page, inEnglish, prefix: `${prefix}${name}.` })
  const props = (key: string): TextProps => ({
    ...(page && { 'data-text': pageKey(key) }),
    ...(inEnglish.includes(prefix + key) && { lang: 'en' }),
  })

  function text(key: string, variables?: Variables): ReactNode {
    const content = replaceByNodes(stored(key), variables)
    return page || inEnglish.includes(prefix + key) ? <span {...props(key)}>{content}</span> : content
  }

  return Object.assign(text, {
    plain: (key: string, variables?: Words) => replaceByWords(stored(key), variables),
    rich: (key: string, variables?: Words) => ({
      html: replaceByWords(stored(key), variables, escapeHtml),
      ...props(key),
    }),
    picture(key: string) {
      const picture = data?.images[prefix + key]
      if (!picture?.srcset) return { src: picture?.image ?? '', alt: picture?.alt ?? '' }
      const { src = '', alt, srcset: srcSet, width, height, position } = picture
      return { src, alt, srcSet, width, height, style: { objectPosition: position } }
    },
    screen: stored,
    isOn: (key: string) => stored(key) !== 'false',
    list: (key: string) =>
      (data?.lists[prefix + key] ?? []).map((id) => ({
        id,
        text: within(`${key}.${id}`),
        props: page ? { 'data-item': id } : {},
      })),
    listProps: (key: string) => (page ? { 'data-list': pageKey(key) } : {}),
    props,
    group: (key: string) => within(key),
    has: (key: string) => Boolean(page || stored(key)),
  }) as unknown as TextReader<Texts> // the type says which keys exist, and JavaScript reads any key
}

/** Escapes text for content and attributes of HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** Replaces the placeholders that have a variable, which `encode` prepares for the text. */
function replaceByWords(text: string, variables: Words = {}, encode = (word: string) => word): string {
  return text.replace(/\{(\w+)\}/g, (found, name) => (name in variables ? encode(variables[name] ?? '') : found))
}

/** Replaces the placeholders that have a variable. The result is a string if all variables are strings. */
function replaceByNodes(text: string, variables: Variables = {}): ReactNode {
  const replaced = (name: string) => (name in variables ? variables[name] : `{${name}}`)
  const parts = text.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? replaced(part) : part))
  if (parts.every((part) => typeof part === 'string')) return parts.join('')
  // biome-ignore lint/suspicious/noArrayIndexKey: a part is identified by its place
  return parts.map((part, index) => <Fragment key={index}>{part}</Fragment>)
}

type EditedElsewhereProps = {
  /** The name of the fact in the settings, such as contact.email. */
  fact?: string
  /** Where else the content comes from, such as "plans". */
  from?: string
  children: ReactNode
}

/** Content that is not a text of the page, so that it is edited elsewhere. In edit mode it is marked with the place. */
export function EditedElsewhere({ fact, from, children }: EditedElsewhereProps) {
  if (!useIsEditing()) return children
  return (
    <span data-fact={fact} data-from={from}>
      {children}
    </span>
  )
}

/** The props of an element whose content has no translation. Screen readers then read it as English. */
export function useEnglishProps(): { lang?: 'en' } {
  return use(DisplayContext).language === 'en' ? {} : { lang: 'en' }
}

/** Content that has no translation. */
function InEnglish({ children }: { children: ReactNode }) {
  const props = useEnglishProps()
  return props.lang ? <span {...props}>{children}</span> : children
}

/** A text that an admin wrote for a session. It has no translation. */
export function SessionText({ children }: { children: ReactNode }) {
  return (
    <EditedElsewhere from="sessions">
      <InEnglish>{children}</InEnglish>
    </EditedElsewhere>
  )
}

/** The place of the office, as an admin wrote it in the settings. */
export function ContactPlace({ children }: { children: ReactNode }) {
  return (
    <EditedElsewhere fact="contact.place">
      <InEnglish>{children}</InEnglish>
    </EditedElsewhere>
  )
}

/** A text that an admin wrote for a plan. Without a translation in the language of the page, it is in English. */
export function PlanText({ translation, children }: { translation?: string; children: ReactNode }) {
  return <EditedElsewhere from="plans">{translation || <InEnglish>{children}</InEnglish>}</EditedElsewhere>
}
