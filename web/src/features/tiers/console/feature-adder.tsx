import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { RuleForm } from '@/lib/rule-form'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { fieldId, useFieldError } from '@/ui/rule-field'

type FeatureAdderProps = { form: RuleForm<'features'>; features: string[] }

/** The features of a tier, one per line. Enter adds a line; pressing a line removes it. */
export function FeatureAdder({ form, features }: FeatureAdderProps) {
  const [typed, setTyped] = useState('')
  const box = useRef<HTMLInputElement>(null)
  const error = useFieldError(form, 'features')

  function set(next: string[]) {
    form.setValue('features', next, { shouldDirty: true })
    form.clearErrors('features')
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
      hint="Press Enter to add a feature. Select a feature to remove it. The comparison of the plans has one row for a feature that several plans name with the same words."
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
            <ul className="flex flex-wrap gap-2" aria-label="Features of this tier">
              {features.map((feature) => (
                <li key={feature}>
                  <button
                    type="button"
                    aria-label={`Remove ${feature}`}
                    className="inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-sm bg-base-200 px-3 text-left text-[0.9375rem] hover:bg-base-300"
                    onClick={() => {
                      set(features.filter((other) => other !== feature))
                      box.current?.focus()
                    }}
                  >
                    {feature}
                    <span aria-hidden="true">×</span>
                  </button>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Field>
  )
}
