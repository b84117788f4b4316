export { type Part, wordDiff } from '@/lib/word-diff'
