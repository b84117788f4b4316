import { useConfig } from '@/lib/config'
import { EmailDesign, emailDesignNames } from './email-design'
import { SettingGroup, TextSetting } from './setting-fields'
import { SettingsPart } from './settings-part'

const names = [
  'siteName',
  'contactEmail',
  'contactPhone',
  'contactPlace',
  'providerUrl',
  'eventDate',
  'figureMembers',
  'figureShare',
  'figureTarget',
  'pictureHosts',
  'notificationEmail',
  ...emailDesignNames,
] as const

/** Says what the pages show about the launch event now. */
function EventHint() {
  const shown = useConfig()?.eventDay
  return (
    <>
      {shown
        ? `The pages show “${shown}” until that day is over.`
        : 'That day is over, so the pages do not mention a launch event. Enter the date of the next one.'}{' '}
      The first session with a page for visitors sets the date.
    </>
  )
}

/** The settings for the site's name, its contact data, its description of the circle, and the look of its emails. */
export function SettingsPage() {
  return (
    <SettingsPart
      id="general-settings"
      title="Settings"
      lede="What the site and its emails say. If a field is empty, the site uses the text shown in it in italics. Visitors see a change when they next load a page."
      names={names}
    >
      {(state) => (
        <>
          <SettingGroup title="The site and its contacts">
            <TextSetting state={state} name="siteName" />
            <div className="grid gap-6 sm:grid-cols-2">
              <TextSetting state={state} name="contactEmail" type="email" />
              <TextSetting state={state} name="contactPhone" type="tel" />
            </div>
            <TextSetting state={state} name="contactPlace" />
            <TextSetting state={state} name="providerUrl" type="url" />
          </SettingGroup>
          <SettingGroup title="The launch event">
            <TextSetting state={state} name="eventDate" type="date" hint={<EventHint />} />
          </SettingGroup>
          <SettingGroup title="Marketing figures">
            <div className="grid gap-6 sm:grid-cols-3">
              <TextSetting state={state} name="figureMembers" />
              <TextSetting state={state} name="figureShare" />
              <TextSetting state={state} name="figureTarget" />
            </div>
          </SettingGroup>
          <SettingGroup title="Images">
            <TextSetting
              state={state}
              name="pictureHosts"
              hint="Pages and emails show uploaded images and images from the sites listed here. These sites can track the people who see the images. Separate host names with spaces, for example images.example.org."
            />
          </SettingGroup>
          <SettingGroup title="Notifications">
            <TextSetting
              state={state}
              name="notificationEmail"
              type="email"
              hint="We send an email to this address for each new nomination and for each payment that needs attention."
            />
          </SettingGroup>
          <EmailDesign state={state} />
        </>
      )}
    </SettingsPart>
  )
}
