import { useEffect, useRef } from 'react'
import { useFormState } from 'react-hook-form'
import type { FieldRule } from '@/lib/generated'
import type { RuleForm } from '@/lib/rule-form'
import { useWords } from '@/lib/texts'
import { fieldId } from './rule-field'

type ErrorSummaryProps = {
  form: Pick<RuleForm, 'id' | 'control' | 'setFocus'>
  rules: readonly FieldRule[]
}

/** Sorts fields in the order of the page, which can differ from the order of the rules. */
export function inOrderOfThePage(form: { id: string }, fields: readonly FieldRule[]): FieldRule[] {
  const place = ({ name }: FieldRule) => document.getElementById(fieldId(form, name))
  return fields.toSorted((a, b) => {
    const [one, other] = [place(a), place(b)]
    if (!one || !other) return 0
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
  })
}

/** Lists the errors of a long form, each with a link to its field. It takes the focus after each failed submission. */
export function ErrorSummary({ form, rules }: ErrorSummaryProps) {
  const { errors, submitCount } = useFormState({ control: form.control })
  const word = useWords()
  const box = useRef<HTMLElement>(null)
  const broken = inOrderOfThePage(
    form,
    rules.filter(({ name }) => errors[name]),
  )

  useEffect(() => {
    if (submitCount === 0) return
    // On a phone a long list is taller than the screen, and focus alone would scroll to its middle.
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'start' })
  }, [submitCount])

  if (submitCount === 0 || broken.length === 0) return null
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-labelledby={`${form.id}-problems`}
      className="border-2 border-error p-5 sm:p-6"
    >
      <h3 id={`${form.id}-problems`} className="display-3 text-error">
        {broken.length === 1 ? word('problem') : word('problems', { count: String(broken.length) })}
      </h3>
      <ul className="mt-3 flex flex-col">
        {broken.map(({ name }) => (
          <li key={name}>
            <a
              href={`#${fieldId(form, name)}`}
              className="text-link inline-block py-1.5 text-error"
              onClick={(event) => {
                // Moves only the focus; the address does not change.
                event.preventDefault()
                form.setFocus(name)
              }}
            >
              {errors[name]?.message as string}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
