import { useWatch } from 'react-hook-form'
import { countries, gstStates } from '@/lib/generated'
import { printHint } from '@/lib/printable'
import type { RuleForm } from '@/lib/rule-form'
import { TextAreaField, TextField } from '@/ui/fields'
import { RuleField } from '@/ui/rule-field'
import type { BillingValues } from './billing'

type BillingFieldsProps = {
  form: RuleForm<keyof BillingValues>
  /** The labels of the two kinds of buyers, which differ when an admin fills in the form. */
  labels?: Readonly<Record<'individual' | 'company', string>>
  /**
   * Whether individuals must give an address: always when an admin fills in the form, else only if the invoice must
   * show it.
   */
  asksAddress?: boolean
}

/** The name and address for an invoice. */
export function BillingFields({
  form,
  labels = { individual: 'Myself', company: 'My company' },
  asksAddress = false,
}: BillingFieldsProps) {
  const [kind, country, gstin, legalName] = useWatch({
    control: form.control,
    name: ['kind', 'country', 'gstin', 'legalName'],
  })
  const isCompany = kind === 'company'
  const isIndia = country === 'IN'
  return (
    <>
      <fieldset>
        <legend className="font-medium">Invoice to</legend>
        <div className="mt-1 flex flex-wrap gap-x-6">
          {(['individual', 'company'] as const).map((value) => (
            <label key={value} className="flex min-h-11 items-center gap-3">
              <input type="radio" className="radio" value={value} {...form.register('kind')} />
              {labels[value]}
            </label>
          ))}
        </div>
      </fieldset>
      {isCompany && (
        <>
          <TextField form={form} name="legalName" hint={printHint(legalName)} hasDefault autoComplete="organization" />
          {isIndia && (
            <TextField
              form={form}
              name="gstin"
              hint="If the company is registered for GST."
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </>
      )}
      {(isCompany || asksAddress) && (
        <TextAreaField
          form={form}
          name="address"
          hint={isCompany ? undefined : 'An invoice of ₹50,000 or more must show it.'}
          hasDefault
          rows={3}
          autoComplete="street-address"
        />
      )}
      <RuleField form={form} name="country" hasDefault>
        {(control) => (
          <select className="select" autoComplete="country" {...control}>
            {countries.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        )}
      </RuleField>
      <div className="grid gap-5 sm:grid-cols-[1fr_9rem]">
        {isIndia && (
          <RuleField
            form={form}
            name="state"
            hasDefault
            hint={isCompany && gstin ? 'The state of the GSTIN applies.' : undefined}
          >
            {(control) => (
              <select className="select" {...control}>
                <option value="">Please choose</option>
                {gstStates.map(({ code, name }) => (
                  <option key={code} value={code}>
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
          label={isIndia ? 'PIN code' : 'Postal code'}
          hasDefault={isIndia}
          inputMode={isIndia ? 'numeric' : undefined}
          autoComplete="postal-code"
          controlClass="tabular-nums"
        />
      </div>
    </>
  )
}
