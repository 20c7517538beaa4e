// What an uploaded picture has to be.
export { EXIGENCIAS, rehacer } from './imagen.service.ts'
