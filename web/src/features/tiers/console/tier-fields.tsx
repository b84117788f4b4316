import type { Tier } from '@/lib/api-types'
import { contrast, isColour, paper, readableOn } from '@/lib/contrast'
import type { RuleForm } from '@/lib/rule-form'
import { CheckField, MoneyField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import { RuleField } from '@/ui/rule-field'
import { chosenColour, siteColour } from '../button-colour'
import { FeatureAdder } from './feature-adder'
import { ModulesField } from './modules-field'
import { slugOf, type TierValues } from './tier-preview'
import { TranslationFields } from './translation-fields'

const durations: Readonly<Record<Tier['duration'], string>> = {
  lifetime: 'Lifetime',
  annual: 'Annual',
  monthly: 'Monthly',
}
const currencies = { INR: 'INR (₹)', USD: 'USD ($)' }

type TierFieldsProps = {
  form: RuleForm<keyof TierValues>
  values: TierValues
  /** The stored tier; undefined for a new one. */
  tier: Tier | undefined
  /** The language whose translations are open. */
  language: string | undefined
}

/** The fields of a tier: its description on the left, its sale on the right, its translations below. */
export function TierFields({ form, values, tier, language }: TierFieldsProps) {
  return (
    <>
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <RuleField form={form} name="name">
            {({ onChange, ...control }) => (
              <input
                className="input"
                autoComplete="off"
                {...control}
                onChange={(event) => {
                  onChange(event)
                  form.setValue('slug', slugOf(event.target.value), { shouldDirty: true })
                }}
              />
            )}
          </RuleField>
          <TextField
            form={form}
            name="slug"
            hint="The tier’s short name in addresses. It is derived from the name. Change it only if another tier already uses it."
            autoComplete="off"
            spellCheck={false}
          />
          <TextAreaField form={form} name="description" rows={4} />
          <FeatureAdder form={form} {...values} />
          <ModulesField form={form} chosen={values.modules} tier={tier} />
        </div>
        <div className="flex flex-col gap-5">
          <div className="grid gap-5 sm:grid-cols-2">
            <MoneyField form={form} name="price" hint="Without GST." placeholder="25000" />
            <SelectField form={form} name="currency" labels={currencies} />
            <SelectField form={form} name="duration" labels={durations} />
            <TextField form={form} name="sortOrder" inputMode="numeric" autoComplete="off" />
          </div>
          <TextField
            form={form}
            name="razorpayPlanId"
            hint="For tiers that renew: the Razorpay plan that charges members. Its period and its amount including GST must match this tier."
            autoComplete="off"
            spellCheck={false}
          />
          {values.duration !== 'lifetime' && (
            <TextField
              form={form}
              name="graceDays"
              hint="How long access continues after the end, while a charge is retried or the member renews."
              inputMode="numeric"
              autoComplete="off"
            />
          )}
          <TextField
            form={form}
            name="razorpayPaymentLink"
            hint="If you enter a link, each buyer pays on a personal Razorpay page instead of in the checkout. Buyers are sent to this shared page only if Razorpay cannot create a personal page, and you then confirm the payment by hand."
            type="url"
            autoComplete="off"
            spellCheck={false}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField form={form} name="buttonText" autoComplete="off" />
            <ColourField form={form} value={values.buttonColor} />
          </div>
          <CheckField form={form} name="isActive" label="Active" means="on sale" />
          <CheckField
            form={form}
            name="isRecommended"
            label="Recommended"
            means="marked as the plan that you recommend; another plan loses the mark"
          />
        </div>
      </div>
      <TranslationFields form={form} values={values} open={language} />
    </>
  )
}

type ColourFieldProps = { form: RuleForm<'buttonColor'>; value: string }

/** The button's colour, and whether it has enough contrast. */
function ColourField({ form, value }: ColourFieldProps) {
  return (
    <RuleField form={form} name="buttonColor" hint={<ColourHint colour={value} />}>
      {(control) => (
        <div className="flex gap-2">
          <input className="input tabular-nums" autoComplete="off" spellCheck={false} maxLength={7} {...control} />
          <input
            type="color"
            aria-label="Pick the button colour"
            className="h-11.5 w-14 shrink-0 cursor-pointer border border-edge bg-base-100 p-1"
            value={chosenColour(value) ?? siteColour}
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

function ColourHint({ colour }: { colour: string }) {
  if (colour.trim() === '') return 'The button has the colour of the site.'
  if (!isColour(colour)) return 'Leave this empty for the colour of the site.'
  return (
    <>
      <Contrast colour={colour} /> Leave this empty for the colour of the site.
    </>
  )
}

function Contrast({ colour }: { colour: string }) {
  const words = contrast(colour, readableOn(colour))
  const onPage = contrast(colour, paper)
  return (
    <>
      {words < 4.5 ? 'The text is hard to read' : 'The text is easy to read'} (contrast {ratio(words)}), and the button{' '}
      {onPage < 3 ? 'is hard to see on the page, so choose a darker colour' : 'stands out on the page'} ({ratio(onPage)}
      ).
    </>
  )
}

function ratio(of: number): string {
  return `${(Math.floor(of * 10) / 10).toFixed(1)}:1`
}
