import { useConfig } from '@/lib/config'
import { ContactPlace, EditedElsewhere, useTexts } from '@/lib/texts'

/** The addresses for letters, calls and complaints. */
export function Contacts() {
  const text = useTexts('legal')
  const config = useConfig()
  return (
    <address className="border-primary border-l-4 bg-base-200 px-6 py-5 not-italic">
      <p className="font-semibold">{text('contacts.officer')}</p>
      <p>
        <ContactPlace>{config?.contactPlace}</ContactPlace>
      </p>
      <p>
        {text('contacts.email')}{' '}
        <a href={`mailto:${config?.contactEmail}`} className="text-link">
          <EditedElsewhere fact="contact.email">{config?.contactEmail}</EditedElsewhere>
        </a>
      </p>
      <p>
        {text('contacts.telephone')}{' '}
        <a href={`tel:${config?.contactPhone.replaceAll(' ', '')}`} className="text-link whitespace-nowrap">
          <EditedElsewhere fact="contact.phone">{config?.contactPhone}</EditedElsewhere>
        </a>
      </p>
    </address>
  )
}
