// The worker's part of what others issued to the company.
export { Traida } from './traida.service.ts'
