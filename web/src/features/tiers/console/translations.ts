import { longestLine, tierForm } from '@/lib/generated'
import type { TierValues } from './tier-preview'

export type Translation = TierValues['translations'][number]

/** A language into which tiers are translated. */
export type Language = Translation['language']

/** A text of a tier in English. */
export type TierText = Pick<Translation, 'field' | 'source'> & {
  label: string
  /** The maximum number of characters. */
  max: number
}

/** The texts of a tier that can be translated: those that are not empty in English. */
export function textsOf({ name, description, buttonText, features }: TierValues): TierText[] {
  const text = (field: 'name' | 'description' | 'buttonText', source: string): TierText => {
    const { label = '', max = 0 } = tierForm.find((rule) => rule.name === field) ?? {}
    return { field, source: source.trim(), label, max }
  }
  return [
    text('name', name),
    text('description', description),
    ...features.map(
      (source, index): TierText => ({
        field: 'features',
        source,
        label: `Feature ${index + 1}`,
        max: longestLine,
      }),
    ),
    text('buttonText', buttonText),
  ].filter(({ source }) => source)
}

type TranslationKey = Omit<Translation, 'text' | 'feature'> & { feature?: string }

/** Reports whether two translations are of the same text. A feature is identified by its current English words. */
export function isSame(one: TranslationKey, other: TranslationKey): boolean {
  const isSameField = one.language === other.language && one.field === other.field
  return isSameField && (one.field !== 'features' || featureOf(one) === featureOf(other))
}

/** The current English words of a translated feature. */
const featureOf = ({ feature, source }: TranslationKey) => feature || source

/** Attaches the translations of a feature to its new English words. They keep their source, so they become stale. */
export function moveTranslations(translations: readonly Translation[], from: string, to: string): Translation[] {
  const isOf = (row: Translation, words: string) => row.field === 'features' && featureOf(row) === words
  return translations.filter((row) => !isOf(row, to)).map((row) => (isOf(row, from) ? { ...row, feature: to } : row))
}

/** The translation of a text, which may be outdated. */
export function translationOf(
  translations: readonly Translation[],
  language: Language,
  { field, source }: TierText,
): Translation | undefined {
  return translations.find((found) => isSame(found, { language, field, source }))
}

/** Reports whether the English text has changed since a text was translated. */
export function isStale(found: Translation | undefined, { source }: TierText): boolean {
  return Boolean(found?.text) && found?.source !== source
}
