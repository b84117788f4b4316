import { useState } from 'react'
import type { RuleForm } from '@/lib/rule-form'
import { RuleField } from '@/ui/rule-field'

/** Whether a company buys one membership for the buyer, or several for its people. */
export function SeatsField({ form }: { form: RuleForm<'seats'> }) {
  const [isSeveral, setSeveral] = useState(form.getValues('seats') !== '')

  function choose(several: boolean) {
    setSeveral(several)
    form.setValue('seats', several ? '2' : '')
    form.clearErrors('seats')
  }

  return (
    <>
      <fieldset>
        <legend className="font-medium">For whom</legend>
        <div className="mt-1 flex flex-wrap gap-x-6">
          {[false, true].map((several) => (
            <label key={String(several)} className="flex min-h-11 items-center gap-3">
              <input
                type="radio"
                className="radio"
                name={`${form.id}-for`}
                checked={isSeveral === several}
                onChange={() => choose(several)}
              />
              {several ? 'Our people' : 'Myself'}
            </label>
          ))}
        </div>
      </fieldset>
      {isSeveral && (
        <RuleField
          form={form}
          name="seats"
          hasDefault
          hint="At most 100. You invite each person by email afterwards, within a year. A membership begins when its invitation is accepted; none renews by itself."
        >
          {(control) => <input className="input tabular-nums" inputMode="numeric" autoComplete="off" {...control} />}
        </RuleField>
      )}
    </>
  )
}
