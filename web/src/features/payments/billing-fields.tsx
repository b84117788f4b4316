import { useWatch } from 'react-hook-form'
import { countries, gstStates } from '@/lib/generated'
import { isPrintable } from '@/lib/printable'
import type { RuleForm } from '@/lib/rule-form'
import { useWords } from '@/lib/texts'
import { TextAreaField, TextField } from '@/ui/fields'
import { RuleField } from '@/ui/rule-field'
import type { BillingValues } from './billing'
import type { BillingText } from './billing-text'

type BillingFieldsProps = {
  form: RuleForm<keyof BillingValues>
  text: BillingText
  /**
   * Whether individuals must give an address: always when an admin fills in the form, else only if the invoice must
   * show it.
   */
  asksAddress?: boolean
}

/** The name and address for an invoice. */
export function BillingFields({ form, text, asksAddress = false }: BillingFieldsProps) {
  const word = useWords()
  const [kind, country, gstin, legalName] = useWatch({
    control: form.control,
    name: ['kind', 'country', 'gstin', 'legalName'],
  })
  const isCompany = kind === 'company'
  const isIndia = country === 'IN'
  return (
    <>
      <fieldset>
        <legend className="font-medium">{text('invoiceTo')}</legend>
        <div className="mt-1 flex flex-wrap gap-x-6">
          {(['individual', 'company'] as const).map((value) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input type="radio" className="radio" value={value} {...form.register('kind')} />
              {text(value)}
            </label>
          ))}
        </div>
      </fieldset>
      {isCompany && (
        <>
          <TextField
            form={form}
            name="legalName"
            hint={isPrintable(legalName) ? undefined : text('latinLetters')}
            hasDefault
            autoComplete="organization"
          />
          {isIndia && (
            <TextField form={form} name="gstin" hint={text('gstinHint')} autoComplete="off" spellCheck={false} />
          )}
        </>
      )}
      {(isCompany || asksAddress) && (
        <TextAreaField
          form={form}
          name="address"
          hint={isCompany ? undefined : text('addressHint')}
          hasDefault
          rows={3}
          autoComplete="street-address"
        />
      )}
      <RuleField form={form} name="country" hasDefault>
        {(control) => (
          <select className="select" autoComplete="country" {...control}>
            {countries.map(({ code, name }) => (
              <option key={code} value={code} lang="en">
                {name}
              </option>
            ))}
          </select>
        )}
      </RuleField>
      <div className="grid gap-5 sm:grid-cols-[1fr_9rem]">
        {isIndia && (
          <RuleField form={form} name="state" hasDefault hint={isCompany && gstin ? text('stateHint') : undefined}>
            {(control) => (
              <select className="select" {...control}>
                <option value="" {...word.mark('choose')}>
                  {word.plain('choose')}
                </option>
                {gstStates.map(({ code, name }) => (
                  <option key={code} value={code} lang="en">
                    {name}
                  </option>
                ))}
              </select>
            )}
          </RuleField>
        )}
        <TextField
          form={form}
          name="pin"
          label={isIndia ? undefined : text('postalCode')}
          hasDefault={isIndia}
          inputMode={isIndia ? 'numeric' : undefined}
          autoComplete="postal-code"
          controlClass="tabular-nums"
        />
      </div>
    </>
  )
}
