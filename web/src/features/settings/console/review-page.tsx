import { RuleField } from '@/ui/rule-field'
import { SettingGroup, SwitchSetting } from './setting-fields'
import { SettingsPart } from './settings-part'

const names = ['reviewVotes', 'purchaseNeedsApproval', 'totpRequired'] as const

/** How nominations are decided, who can buy, and how administrators sign in. */
export function Component() {
  return (
    <SettingsPart
      id="review-settings"
      title="Review & purchase"
      lede="How nominations are decided, who can buy a membership, and how administrators sign in."
      names={names}
    >
      {(state) => (
        <>
          <SettingGroup title="Review">
            <RuleField form={state.form} name="reviewVotes" hint="How many reviewers must have voted yes.">
              {(control) => <input className="input max-w-32 tabular-nums" inputMode="numeric" {...control} />}
            </RuleField>
          </SettingGroup>
          <SettingGroup title="Purchase">
            <SwitchSetting
              state={state}
              name="purchaseNeedsApproval"
              hint="Everybody else still sees the plans, and is asked to send a nomination first."
            />
          </SettingGroup>
          <SettingGroup title="Sign-in of administrators">
            <SwitchSetting
              state={state}
              name="totpRequired"
              hint="Who has none yet sets it up at the next sign-in, with an app on the phone."
            />
          </SettingGroup>
        </>
      )}
    </SettingsPart>
  )
}
