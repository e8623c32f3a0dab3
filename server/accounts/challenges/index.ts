// Sign-in steps that a browser has to finish.

export { createChallenge, findChallenge, replaceChallenge, takeChallenge, takeOnce } from './sign-in-challenges.ts'
