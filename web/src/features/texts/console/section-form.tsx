import type { FormValues } from '@/lib/form-schema'
import { sectionForm } from '@/lib/generated'
import { useRuleForm } from '@/lib/rule-form'
import { useStoredVersion } from '@/lib/use-stored-version'
import { EntryForm } from '@/ui/entry-form'
import { CheckField, SelectField, TextAreaField, TextField } from '@/ui/fields'
import { type Section, sectionsQuery, useSaveSection } from './api'

export const sectionLabels: Readonly<Record<Section['section'], string>> = {
  hero: 'Hero',
  about: 'About',
  features: 'Features',
  membership: 'Membership',
  testimonials: 'Testimonials',
  footer: 'Footer',
}

type SectionValues = FormValues<typeof sectionForm>

type SectionFormProps = {
  /** The section to edit; undefined for a new one. */
  section: Section | undefined
  onSaved: (saved: Section) => void
  onCancel: () => void
}

/** One section of the landing page or of the footer. */
export function SectionForm({ section, onSaved, onCancel }: SectionFormProps) {
  const { mutateAsync } = useSaveSection()
  const form = useRuleForm('section-form', sectionForm, { initial: section && valuesOf(section) })
  const stored = useStoredVersion(form, section, valuesOf)
  return (
    <EntryForm
      form={form}
      title={section ? 'Edit section' : 'New section'}
      what="Content"
      isNew={!section}
      save={(values: SectionValues) => mutateAsync({ id: section?.id, version: stored.version, values })}
      failure="The section could not be saved. Please try again."
      onSaved={onSaved}
      onCancel={onCancel}
      onLoadCurrent={() => stored.load(sectionsQuery, (all) => all.find(({ id }) => id === section?.id), 'title')}
      preview={null}
    >
      <div className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <SelectField form={form} name="section" labels={sectionLabels} />
          <TextField form={form} name="title" autoComplete="off" hint="An empty field keeps the original text." />
          <TextField form={form} name="subtitle" autoComplete="off" />
          <TextField
            form={form}
            name="imageUrl"
            autoComplete="off"
            spellCheck={false}
            hint="An address that begins with https://, or that of a picture of this site."
          />
        </div>
        <div className="flex flex-col gap-5">
          <TextAreaField
            form={form}
            name="content"
            rows={8}
            hint="In About, Features and Testimonials, a section with content is a card. Without content, it is the heading."
          />
          <TextField form={form} name="sortOrder" inputMode="numeric" autoComplete="off" />
          <CheckField form={form} name="isActive" label="Active" means="shown to visitors" />
          <p className="text-quiet text-sm">
            Visitors do not see an inactive section: the part of the page, its heading with all cards, or one card. The
            footer keeps its links to the legal pages and its contact details.
          </p>
        </div>
      </div>
    </EntryForm>
  )
}

function valuesOf(section: Section): SectionValues {
  const values = sectionForm.map(({ name }) => [name, name === 'isActive' ? section.isActive : String(section[name])])
  return Object.fromEntries(values)
}
