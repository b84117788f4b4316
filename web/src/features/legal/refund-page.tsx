import { LegalDocument } from './legal-document'
import { refundSections } from './refund-sections'

export function Component() {
  return (
    <LegalDocument
      title="Cancellation & Refund Policy"
      summary="The membership fee is paid once and is not refundable. If a payment went wrong, tell us within 7 working days and we put it right."
      sections={refundSections}
    />
  )
}
