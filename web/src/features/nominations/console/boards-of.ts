import type { ReviewedNomination } from '@/lib/generated'

const most = 5

/** The companies that an applicant names and that no board seat is written down for yet. */
export function boardsOf({
  companyName,
  currentBoards,
  verification,
}: Pick<ReviewedNomination, 'companyName' | 'currentBoards' | 'verification'>): string[] {
  const known = new Set(verification.seats.map(({ company }) => company.toLowerCase()))
  const named: string[] = []
  for (const line of [companyName, ...currentBoards.split(/[\n;]/)]) {
    // a list's dash or number, and what stands in brackets, are no part of the name
    const company = line
      .replace(/^[\s\-•*]*(\d+[.)])?\s*/, '')
      .replace(/\s*\(.*\)\s*$/, '')
      .trim()
    // a sentence is no company
    if (company.length < 2 || company.length > 80 || known.has(company.toLowerCase())) continue
    known.add(company.toLowerCase())
    named.push(company)
  }
  return named.slice(0, most)
}
