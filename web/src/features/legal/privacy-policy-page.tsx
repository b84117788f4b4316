import { useTexts } from '@/lib/texts'
import { RichText } from '@/ui/rich-text'
import { LegalDocument, legalText } from './legal-document'
import { StoredInBrowser } from './stored-in-browser'

export function PrivacyPolicyPage() {
  const text = useTexts('privacy')
  return (
    <LegalDocument page="privacy" contactsIn="grievances">
      {{
        cookies: <StoredInBrowser />,
        grievances: <RichText {...text.rich('afterContacts')} className={legalText} />,
      }}
    </LegalDocument>
  )
}
