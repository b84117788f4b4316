import { use } from 'react'
import { useWatch } from 'react-hook-form'
import { countries, gstStates } from '@/lib/generated'
import { isPrintable } from '@/lib/printable'
import type { RuleForm } from '@/lib/rule-form'
import { DisplayContext, type Language, type TextReader, useWords } from '@/lib/texts'
import { CheckField, TextAreaField, TextField } from '@/ui/fields'
import { RuleField } from '@/ui/rule-field'
import { type BillingValues, placeToConfirm } from './billing'
import type { BillingText } from './billing-text'

type BillingFieldsProps = {
  form: RuleForm<keyof BillingValues>
  text: BillingText
  /**
   * Whether individuals must give an address: always when an admin fills in the form, else only if the invoice must
   * show it.
   */
  asksAddress?: boolean
  /** The state that was taken from the account, or "". */
  prefilledState?: string
}

/** Returns the countries with their names in a language, which the browser knows, sorted by name. */
function countriesIn(language: Language) {
  if (language === 'en') return countries.map((country) => ({ ...country, lang: undefined }))
  const names = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
  return countries
    .map(({ code, name }) => {
      const translated = names.of(code)
      return translated ? { code, name: translated, lang: undefined } : { code, name, lang: 'en' }
    })
    .sort((a, b) => a.name.localeCompare(b.name, language))
}

/** Returns the states with their names in a language, sorted by name. */
function statesIn(language: Language, names: TextReader<Readonly<Record<string, string>>>) {
  return gstStates
    .map(({ code, name }) => ({ code, name: names.plain(code) || name }))
    .sort((a, b) => a.name.localeCompare(b.name, language))
}

/** The name and address for an invoice. */
export function BillingFields({ form, text, asksAddress = false, prefilledState = '' }: BillingFieldsProps) {
  const word = useWords()
  const { language } = use(DisplayContext)
  // Its keys are the codes of the generated list.
  const states = text.group('states') as unknown as TextReader<Readonly<Record<string, string>>>
  const typed = useWatch({ control: form.control }) as BillingValues
  const { kind, country, gstin, legalName } = typed
  const isCompany = kind === 'company'
  const isIndia = country === 'IN'
  const stateHint = typed.state && typed.state === prefilledState ? text('statePrefilled') : undefined
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
            <>
              <TextField form={form} name="gstin" hint={text('gstinHint')} autoComplete="off" spellCheck={false} />
              <CheckField form={form} name="isSEZ" label={form.label('isSEZ')} />
            </>
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
            {countriesIn(language).map(({ code, name, lang }) => (
              <option key={code} value={code} lang={lang}>
                {name}
              </option>
            ))}
          </select>
        )}
      </RuleField>
      <div className="grid gap-5 sm:grid-cols-[1fr_9rem]">
        {isIndia && (
          <RuleField form={form} name="state" hasDefault hint={isCompany && gstin ? text('stateHint') : stateHint}>
            {(control) => (
              <select className="select" {...control}>
                <option value="" {...word.props('choose')}>
                  {word.plain('choose')}
                </option>
                {statesIn(language, states).map(({ code, name }) => (
                  <option key={code} value={code} {...states.props(code)}>
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
      <PlaceConfirmation form={form} place={placeToConfirm(typed)} />
    </>
  )
}

/** Asks for a confirmation if the PIN code belongs to another state. It is valid for this state and PIN code only. */
function PlaceConfirmation({ form, place }: { form: RuleForm<keyof BillingValues>; place: string | undefined }) {
  const confirmed = useWatch({ control: form.control, name: 'confirmedPlace' })
  if (!place) return null
  return (
    <label className="flex min-h-11 items-center gap-3">
      <input
        type="checkbox"
        className="checkbox"
        checked={confirmed === place}
        onChange={(event) => {
          form.setValue('confirmedPlace', event.target.checked ? place : '', { shouldDirty: true })
          form.clearErrors('pin')
        }}
      />
      {form.label('confirmedPlace')}
    </label>
  )
}
