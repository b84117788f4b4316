import { LegalDocument } from './legal-document'
import { termsSections } from './terms-sections'

export function TermsConditionsPage() {
  return (
    <LegalDocument
      title="Terms & Conditions"
      summary="The circle is for adults who serve on boards in India. A membership is personal, and its fee is paid in full."
      sections={termsSections}
    />
  )
}
