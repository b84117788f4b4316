import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { fieldId, useFieldError } from '@/ui/rule-field'
import { ScreenSelect } from '@/ui/screen-select'
import type { TierValues } from './tier-preview'
import { moveTranslations } from './translations'

type FeatureAdderProps = { form: RuleForm<'features' | 'screens' | 'translations'> } & Pick<
  TierValues,
  'features' | 'screens' | 'translations'
>

/** The features of a tier, one per line, each with the screen it leads to. Enter adds a line. */
export function FeatureAdder({ form, features, screens, translations }: FeatureAdderProps) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const error = useFieldError(form, 'features')

  function set(next: string[]) {
    form.setValue('features', next, { shouldDirty: true })
    form.clearErrors('features')
  }

  /** Stores the screen of a feature, or "" for none. */
  function choose(feature: string, screen: string) {
    const others = screens.filter((row) => row.feature !== feature)
    form.setValue('screens', screen ? [...others, { feature, screen }] : others, { shouldDirty: true })
  }

  /** Changes the words of a feature, or returns why they are refused. The feature keeps its screen and translations. */
  function reword(from: string, to: string): string {
    if (to === from) return ''
    if (!to) return 'Please enter the feature.'
    if (features.includes(to)) return 'Another feature has these words.'
    set(features.map((feature) => (feature === from ? to : feature)))
    const reworded = screens.map((row) => (row.feature === from ? { ...row, feature: to } : row))
    form.setValue('screens', reworded, { shouldDirty: true })
    form.setValue('translations', moveTranslations(translations, from, to), { shouldDirty: true })
    return ''
  }

  function take() {
    const feature = typed.trim()
    if (feature && !features.includes(feature)) set([...features, feature])
    setTyped('')
  }

  function add() {
    take()
    box.current?.focus()
  }

  // Saving the tier also adds the text that is still in the field. It stops at refused words, which are shown but not
  // in the form.
  const takeAlong = useEffectEvent(take)
  useEffect(() => {
    const form = box.current?.form
    const onSubmit = (event: SubmitEvent) => {
      takeAlong()
      const refused = list.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      if (!refused) return
      event.preventDefault()
      event.stopPropagation()
      refused.focus()
    }
    form?.addEventListener('submit', onSubmit, { capture: true })
    return () => form?.removeEventListener('submit', onSubmit, { capture: true })
  }, [])

  return (
    <Field
      id={fieldId(form, 'features')}
      label="Features"
      error={error}
      hint="Press Enter to add a feature. Members see a link from a feature to the page that you choose for it. The comparison of the plans has one row for a feature that several plans name with the same words."
    >
      {(control) => (
        <>
          <div className="flex gap-2">
            <input
              ref={box}
              className="input"
              autoComplete="off"
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
                event.preventDefault()
                add()
              }}
              {...control}
            />
            <Button tone="outline" onClick={add}>
              Add
            </Button>
          </div>
          {features.length > 0 && (
            <ul ref={list} aria-label="Features of this tier">
              {features.map((feature, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps the focus while its words change.
                <li key={index} className="border-base-300 border-b py-2">
                  <div className="flex gap-2">
                    <FeatureInput
                      label={`Feature ${index + 1}`}
                      words={feature}
                      onChange={(words) => reword(feature, words)}
                      onEnter={() => box.current?.focus()}
                    />
                    <Button
                      tone="quiet"
                      className="size-11 p-0"
                      aria-label={`Remove ${feature}`}
                      onClick={() => {
                        set(features.filter((other) => other !== feature))
                        choose(feature, '')
                        box.current?.focus()
                      }}
                    >
                      <X aria-hidden className="size-4" />
                    </Button>
                  </div>
                  {/* biome-ignore lint/a11y/noLabelWithoutControl: the label has a ScreenSelect. */}
                  <label className="flex items-center gap-3 text-sm">
                    <span className="shrink-0">
                      Leads to<span className="sr-only">: {feature}</span>
                    </span>
                    <ScreenSelect
                      value={screens.find((row) => row.feature === feature)?.screen ?? ''}
                      onChange={(event) => choose(feature, event.target.value)}
                    />
                  </label>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  )
}

type FeatureInputProps = {
  label: string
  words: string
  /** Changes the words, or returns why it refuses them. */
  onChange: (words: string) => string
  onEnter: () => void
}

/**
 * A field for the words of a feature. The change is applied on blur: while typing, the words may equal those of another
 * feature.
 */
function FeatureInput({ label, words, onChange, onEnter }: FeatureInputProps) {
  const errorId = useId()
  const [edit, setEdit] = useState({ words, typed: words, error: '' })
  // The row shows other words after a feature above it was removed, or the current version was loaded.
  const { typed, error } = edit.words === words ? edit : { typed: words, error: '' }
  return (
    <div className="min-w-0 grow">
      <input
        className="input"
        aria-label={label}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={(event) => setEdit({ words, typed: event.target.value, error })}
        onBlur={() => {
          const text = typed.trim()
          const refusal = onChange(text)
          setEdit({ words: refusal ? words : text, typed: text, error: refusal })
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onEnter()
        }}
      />
      {error && (
        <p id={errorId} className="my-1.5 font-medium text-error text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
