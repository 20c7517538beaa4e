// Requirements of an uploaded picture.
export { EXIGENCIAS, rehacer } from './imagen.service.ts'
