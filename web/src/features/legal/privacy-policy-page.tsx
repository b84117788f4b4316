import { LegalDocument } from './legal-document'
import { privacySections } from './privacy-sections'

export function PrivacyPolicyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      summary="We collect what we need to review your nomination and run your membership, and we do not track you. We never sell your data, and you can ask to see it, correct it or have it erased."
      sections={privacySections}
    />
  )
}
