import { parentPort, workerData } from 'node:worker_threads';
import { fillPdfForm, PdfFormFault, type PdfFormValue, pdfFormFields } from './pdf-form.ts';

const { bytes, values } = workerData as {
  readonly bytes: Uint8Array;
  readonly values: ReadonlyMap<string, PdfFormValue> | null;
};
try {
  parentPort?.postMessage({
    done: values === null ? await pdfFormFields(bytes) : await fillPdfForm(bytes, values),
  });
} catch (error) {
  if (!(error instanceof PdfFormFault)) throw error;
  parentPort?.postMessage({ fault: error.message });
}
