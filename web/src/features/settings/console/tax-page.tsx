import { gstStates } from '@/lib/generated'
import { RuleField } from '@/ui/rule-field'
import { SettingGroup, TextSetting } from './setting-fields'
import { SettingsPart } from './settings-part'

const names = [
  'gstRate',
  'supplierName',
  'supplierAddress',
  'supplierState',
  'supplierGstin',
  'sacCode',
  'sacDescription',
] as const

const stateOf = (code: string | undefined) => gstStates.find((state) => state.code === code)?.name

/** The tax on a purchase, and the supplier on the documents. */
export function Component() {
  return (
    <SettingsPart
      id="tax-settings"
      title="Tax & supplier"
      lede="What is added to a tier’s price, and who stands as the supplier on receipts and invoices. Where a field is empty, the words shown in it in italics stand. Documents that were issued keep what they say."
      names={names}
    >
      {(state) => (
        <>
          <SettingGroup title="Tax">
            <RuleField form={state.form} name="gstRate" hint="In percent, on top of a tier’s price.">
              {(control) => <input className="input max-w-32 tabular-nums" inputMode="numeric" {...control} />}
            </RuleField>
            <div className="grid gap-6 sm:grid-cols-[12rem_1fr]">
              <TextSetting state={state} name="sacCode" numeric hint="The services accounting code." />
              <TextSetting state={state} name="sacDescription" />
            </div>
          </SettingGroup>
          <SettingGroup title="Supplier">
            <TextSetting state={state} name="supplierName" />
            <TextSetting state={state} name="supplierAddress" lines={3} />
            <RuleField form={state.form} name="supplierState" hasDefault>
              {(control) => (
                <select className="select" {...control}>
                  <option value="">{stateOf(state.defaults.supplierState)} (the default)</option>
                  {gstStates.map(({ code, name }) => (
                    <option key={code} value={code}>
                      {code} {name}
                    </option>
                  ))}
                </select>
              )}
            </RuleField>
            <TextSetting
              state={state}
              name="supplierGstin"
              hint="With a GSTIN, buyers get tax invoices; without one, receipts."
            />
          </SettingGroup>
        </>
      )}
    </SettingsPart>
  )
}
