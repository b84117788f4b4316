import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import { useConfig } from '@/lib/config'
import { count } from '@/lib/formats'
import { longestLine } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Disclosure } from '@/ui/disclosure'
import { Field } from '@/ui/field'
import { WordDifference } from '@/ui/text-editor/word-difference'
import type { TierValues } from './tier-preview'
import { isSame, isStale, type Language, type TierText, type Translation, textsOf, translationOf } from './translations'

type TranslationFieldsProps = {
  form: RuleForm<'translations'>
  values: TierValues
  /** The language whose fields are open when the form opens. */
  open?: string
}

/** The texts of a tier in the other languages of the site, folded by language. */
export function TranslationFields({ form, values, open }: TranslationFieldsProps) {
  const languages = useConfig()?.languages?.flatMap(({ code, name }) => (code === 'en' ? [] : { code, name })) ?? []
  if (languages.length === 0) return null
  return (
    <section aria-labelledby="tier-translations" className="mt-8 border-base-300 border-t pt-4">
      <h3 id="tier-translations" className="font-sans font-semibold text-base">
        Translations
      </h3>
      <p className="mt-1 text-quiet text-sm">
        Visitors who read the site in another language see these texts. A text without a translation is shown in
        English. Receipts, invoices and emails always have the English name.
      </p>
      {languages.map((language) => (
        <LanguageFields key={language.code} {...language} form={form} values={values} isOpen={language.code === open} />
      ))}
    </section>
  )
}

type LanguageFieldsProps = {
  code: Language
  name: string
  form: RuleForm<'translations'>
  values: TierValues
  isOpen: boolean
}

function LanguageFields({ code, name, form, values, isOpen }: LanguageFieldsProps) {
  // The section stays as the user has left it, except that an error opens it.
  const [isOpened] = useState(isOpen)
  const { errors } = useFormState({ control: form.control })
  const { translations } = values
  const texts = textsOf(values)
  const missing = texts.filter((text) => !translationOf(translations, code, text)?.text).length
  const stale = texts.filter((text) => isStale(translationOf(translations, code, text), text)).length

  const errorOf = (found: Translation | undefined): string | undefined => {
    const rows = errors.translations as Record<number, { text?: { message?: string } }> | undefined
    return found && rows?.[translations.indexOf(found)]?.text?.message
  }

  /** Stores the translation of the present English text. */
  function set({ field, source }: TierText, text: string) {
    const changed: Translation = { language: code, field, feature: '', source, text }
    const others = translations.filter((other) => !isSame(other, changed))
    form.setValue('translations', [...others, changed], { shouldDirty: true })
    form.clearErrors('translations')
  }

  return (
    <Disclosure
      open={isOpened || texts.some((text) => errorOf(translationOf(translations, code, text))) || undefined}
      className="mt-2 border-base-300 border-b pb-2"
      label={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span lang={code}>{name}</span>
          <span className="font-normal text-quiet text-sm">
            {missing > 0 ? `${count(missing)} of ${count(texts.length)} missing` : 'All translated'}
          </span>
          {stale > 0 && <Badge tone="brand">{count(stale)} out of date</Badge>}
        </span>
      }
    >
      <div className="flex flex-col gap-6 py-4">
        {texts.map((text) => {
          const found = translationOf(translations, code, text)
          return (
            <TranslationField
              key={text.field === 'features' ? text.source : text.field}
              text={text}
              language={code}
              languageName={name}
              found={found}
              error={errorOf(found)}
              onChange={(translation) => set(text, translation)}
            />
          )
        })}
      </div>
    </Disclosure>
  )
}

type TranslationFieldProps = {
  text: TierText
  language: Language
  languageName: string
  found: Translation | undefined
  error: string | undefined
  onChange: (translation: string) => void
}

/** The English text on the left, its translation on the right. */
function TranslationField({ text, language, languageName, found, error, onChange }: TranslationFieldProps) {
  const { source, label, max } = text
  const value = found?.text ?? ''
  const needsCheck = isStale(found, text)
  return (
    <div className="grid gap-x-8 gap-y-3 lg:grid-cols-2">
      <div className="min-w-0">
        <p className="font-medium">
          {label} in English{needsCheck && ', with what has changed'}
        </p>
        <div className="wrap-anywhere mt-1.5 whitespace-pre-line border border-base-300 bg-base-200 px-3 py-2.5">
          {needsCheck && found ? <WordDifference before={found.source} after={source} /> : source}
        </div>
      </div>
      <Field
        label={
          <>
            {label} in <span lang={language}>{languageName}</span>
          </>
        }
        error={error}
        hint={needsCheck ? 'The English text has changed since this translation was written.' : undefined}
      >
        {(control) => (
          <>
            {text.field === 'description' ? (
              <textarea
                className="textarea"
                rows={3}
                lang={language}
                maxLength={max}
                value={value}
                onChange={(event) => onChange(event.target.value)}
                {...control}
              />
            ) : (
              <input
                className="input"
                lang={language}
                autoComplete="off"
                maxLength={Math.min(max, longestLine)}
                value={value}
                onChange={(event) => onChange(event.target.value)}
                {...control}
              />
            )}
            {needsCheck && (
              <Button tone="outline" className="self-start" onClick={() => onChange(value)}>
                Still right
              </Button>
            )}
          </>
        )}
      </Field>
    </div>
  )
}
