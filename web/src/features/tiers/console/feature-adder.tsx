import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { fieldId, useFieldError } from '@/ui/rule-field'
import { ScreenSelect } from '@/ui/screen-select'
import type { TierValues } from './tier-preview'
import { withReworded } from './translations'

type FeatureAdderProps = { form: RuleForm<'features' | 'screens' | 'translations'> } & Pick<
  TierValues,
  'features' | 'screens' | 'translations'
>

/** The features of a tier, one per line, each with the screen it leads to. Enter adds a line. */
export function FeatureAdder({ form, features, screens, translations }: FeatureAdderProps) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLInputElement>(null)
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

  /** Changes the words of a feature. It keeps its screen and its translations. */
  function reword(from: string, to: string) {
    if (!to || features.includes(to)) return
    set(features.map((feature) => (feature === from ? to : feature)))
    const reworded = screens.map((row) => (row.feature === from ? { ...row, feature: to } : row))
    form.setValue('screens', reworded, { shouldDirty: true })
    form.setValue('translations', withReworded(translations, from, to), { shouldDirty: true })
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

  // Saving the tier also adds the text that is still in the field.
  const takeAlong = useEffectEvent(take)
  useEffect(() => {
    const form = box.current?.form
    const onSubmit = () => takeAlong()
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
            <ul aria-label="Features of this tier">
              {features.map((feature, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row keeps the focus while its words change.
                <li key={index} className="border-base-300 border-b py-2">
                  <div className="flex gap-2">
                    <FeatureWords
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

type FeatureWordsProps = { label: string; words: string; onChange: (words: string) => void; onEnter: () => void }

/** The words of a feature. They change when the field loses the focus, because another feature may begin the same. */
function FeatureWords({ label, words, onChange, onEnter }: FeatureWordsProps) {
  const [typed, setTyped] = useState<string>()
  return (
    <input
      className="input"
      aria-label={label}
      autoComplete="off"
      maxLength={200}
      value={typed ?? words}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => {
        if (typed !== undefined) onChange(typed.trim())
        setTyped(undefined)
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
        event.preventDefault()
        onEnter()
      }}
    />
  )
}
