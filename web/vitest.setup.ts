import { configure } from '@testing-library/dom'

// A busy machine must not fail a test. The default is one second.
configure({ asyncUtilTimeout: 10_000 })
