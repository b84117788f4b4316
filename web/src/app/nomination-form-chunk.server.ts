export { NominationForm } from '@/features/nominations/nomination-form'
