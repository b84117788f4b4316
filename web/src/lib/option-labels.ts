import type {
  directoryProfileForm,
  FieldRule,
  nominationForm,
  profileForm,
  receiptForm,
  registerForm,
  reportForm,
} from './generated'

// The labels of the options of choice fields. A missing label does not compile.

type ChoiceRule<Rules extends readonly FieldRule[]> = Extract<Rules[number], { kind: 'choice' | 'choices' }>

type Labels<Rules extends readonly FieldRule[]> = {
  readonly [Rule in ChoiceRule<Rules> as Rule['name']]: Readonly<Record<Rule['options'][number], string>>
}

export const registerLabels: Labels<typeof registerForm> = {
  requestType: {
    enquiry: 'General Enquiry',
    membership: 'Circle Membership',
  },
}

type BoardRules = NonNullable<Extract<(typeof profileForm)[number], { kind: 'rows' }>['row']>

export const boardLabels: Labels<BoardRules> = {
  category: {
    independent: 'Independent director',
    executive: 'Whole-time or managing director',
    'non-executive': 'Non-executive director',
  },
  companyType: {
    listed: 'Listed company',
    public: 'Public company, not listed',
    private: 'Private company',
    'section-8': 'Section 8 company (not for profit)',
  },
}

export const receiptLabels: Labels<typeof receiptForm> = {
  mode: { neft: 'NEFT', upi: 'UPI', cheque: 'Cheque', cash: 'Cash' },
}

const methods: Readonly<Record<string, string>> = {
  ...receiptLabels.mode,
  card: 'Card',
  netbanking: 'Net banking',
  wallet: 'Wallet',
  emi: 'EMI',
  cardless_emi: 'Cardless EMI',
  paylater: 'Pay later',
  bank_transfer: 'Bank transfer',
  emandate: 'E-mandate',
  nach: 'NACH',
  coupon: 'Coupon',
}

/** Names a method of payment. A new method of the provider is shown in words too. */
export function methodLabel(method: string): string {
  const words = method.replaceAll('_', ' ')
  return methods[method] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

export const nominationLabels: Labels<typeof nominationForm> = {
  industry: {
    'financial-services': 'Financial services',
    technology: 'Technology',
    manufacturing: 'Manufacturing',
    healthcare: 'Healthcare',
    'real-estate': 'Real estate',
    energy: 'Energy',
    'retail-consumer': 'Retail and consumer',
    pharmaceuticals: 'Pharmaceuticals',
    telecommunications: 'Telecommunications',
    automotive: 'Automotive',
    agriculture: 'Agriculture',
    'media-entertainment': 'Media and entertainment',
    education: 'Education',
    infrastructure: 'Infrastructure',
    other: 'Other',
  },
  yearsOfExperience: {
    '0-1': '0–1 year',
    '1-3': '1–3 years',
    '3-5': '3–5 years',
    '5-10': '5–10 years',
    '10+': '10+ years',
  },
  directorType: {
    executive: 'Executive director',
    independent: 'Independent director',
    'non-executive': 'Non-executive director',
    advisory: 'Advisory board member',
    chairperson: 'Chairperson',
  },
  numberOfBoards: {
    '1': '1 board',
    '2': '2 boards',
    '3': '3 boards',
    '4': '4 boards',
    '5+': '5+ boards',
  },
  areasOfExpertise: {
    finance: 'Finance',
    strategy: 'Strategy',
    technology: 'Technology',
    hr: 'Human resources',
    operations: 'Operations',
    marketing: 'Marketing',
    'risk-management': 'Risk management',
    'legal-compliance': 'Legal and compliance',
    sustainability: 'Sustainability',
    international: 'International business',
    innovation: 'Innovation',
    governance: 'Governance',
  },
  howDidYouHear: {
    'existing-member': 'An existing member',
    linkedin: 'LinkedIn',
    'industry-event': 'An industry event',
    'business-network': 'A business network',
    'board-directory': 'A board directory',
    'professional-association': 'A professional association',
    'media-article': 'An article in the media',
    'search-engine': 'A search engine',
    other: 'Other',
  },
  preferredMeetingFormat: {
    'in-person': 'In person (Mumbai)',
    virtual: 'Virtual',
    hybrid: 'Hybrid',
  },
}

/** The label of a stored value, or the value itself if the options no longer include it. */
export function labelOf(labels: Readonly<Record<string, string>>, value: string): string {
  return labels[value] ?? value
}

const visibility = {
  members: 'All members',
  introduced: 'Members I was introduced to',
  nobody: 'No one',
} as const

export const directoryLabels: Labels<typeof directoryProfileForm> = {
  sectors: nominationLabels.industry,
  canHelpWith: nominationLabels.areasOfExpertise,
  languages: {
    en: 'English',
    hi: 'Hindi',
    as: 'Assamese',
    bn: 'Bengali',
    gu: 'Gujarati',
    kn: 'Kannada',
    ml: 'Malayalam',
    mr: 'Marathi',
    or: 'Odia',
    pa: 'Punjabi',
    ta: 'Tamil',
    te: 'Telugu',
    ur: 'Urdu',
    fr: 'French',
    de: 'German',
    es: 'Spanish',
    zh: 'Chinese',
    ja: 'Japanese',
    ar: 'Arabic',
  },
  portraitVisibility: visibility,
  workVisibility: visibility,
  boardsVisibility: visibility,
  biographyVisibility: visibility,
  cityVisibility: visibility,
  sectorsVisibility: visibility,
  canHelpWithVisibility: visibility,
  lookingForVisibility: visibility,
  languagesVisibility: visibility,
  emailVisibility: visibility,
  phoneVisibility: visibility,
  linkedinVisibility: visibility,
}

/** What a member can help with, as a phrase: "Can help with finance, governance". */
export function helpPhrase(topics: readonly (keyof (typeof directoryLabels)['canHelpWith'])[]): string {
  return `Can help with ${topics.map((topic) => directoryLabels.canHelpWith[topic].toLowerCase()).join(', ')}`
}

export const reportReasons: Labels<typeof reportForm>['reason'] = {
  'false-information': 'False information',
  impersonation: 'Someone pretends to be another person',
  spam: 'Advertising or spam',
  harassment: 'Harassment or insults',
  danger: 'Someone is in danger',
  'intimate-image': 'An intimate image',
  other: 'Another reason',
}
