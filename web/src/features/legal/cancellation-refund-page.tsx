import { useTexts } from '@/lib/texts'
import { LegalDocument } from './legal-document'
import { useTaxClause } from './tax-clause'

export function CancellationRefundPage() {
  const text = useTexts('refund')
  return <LegalDocument page="refund" variables={{ tax: useTaxClause(text.plain('tax')) }} contactsIn="contact" />
}
