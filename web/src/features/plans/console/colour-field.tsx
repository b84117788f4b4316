import { contrast, isColour, paper, readableOn } from '@/lib/contrast'
import type { RuleForm } from '@/lib/rule-form'
import { RuleField } from '@/ui/rule-field'

type ColourFieldProps = { form: RuleForm<'buttonColor'>; value: string }

/** The button's colour, and how well it can be read and seen. */
export function ColourField({ form, value }: ColourFieldProps) {
  return (
    <RuleField form={form} name="buttonColor" hint={isColour(value) ? <Contrast colour={value} /> : undefined}>
      {(control) => (
        <div className="flex gap-2">
          <input className="input tabular-nums" autoComplete="off" spellCheck={false} maxLength={7} {...control} />
          <input
            type="color"
            aria-label="Pick the button colour"
            className="h-11.5 w-14 shrink-0 cursor-pointer border border-edge bg-base-100 p-1"
            value={isColour(value) ? value : '#0052cc'}
            onChange={(event) =>
              form.setValue('buttonColor', event.target.value.toUpperCase(), {
                shouldDirty: true,
                shouldValidate: form.formState.isSubmitted,
              })
            }
          />
        </div>
      )}
    </RuleField>
  )
}

function Contrast({ colour }: { colour: string }) {
  const words = contrast(colour, readableOn(colour))
  const onPage = contrast(colour, paper)
  return (
    <>
      {words < 4.5 ? 'Its words are hard to read' : 'Its words are easy to read'} (contrast {ratio(words)}), and the
      button {onPage < 3 ? 'is hard to see on the page: a darker colour is better' : 'stands out on the page'} (
      {ratio(onPage)}).
    </>
  )
}

function ratio(of: number): string {
  return `${(Math.floor(of * 10) / 10).toFixed(1)}:1`
}
