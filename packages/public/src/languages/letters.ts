import type { WordedLanguage } from '@weft/forms';

/** What mails and PDFs say to whoever answered besides what their senders wrote; `{0}` is the first thing that is put in. */
const english = {
  sentAt: 'Sent {0}',
  answerCut: 'The rest of this answer is longer than a PDF takes.',
  continueText:
    'Somebody who fills in a form at {0} asked for this link.\n\nIt opens what was filled in so far, once, within 30 days:\n{1}\n\nIf it was not you, do nothing.\n',
  codeSubject: 'Your code for a form',
  codeText:
    'Somebody who wants to answer a form at {0} gave this address.\n\nThe code that proves it is theirs:\n{1}\n\nIt works once, in the browser that asked for it, within {2} minutes.\nIf it was not you, do nothing.\n',
  placeSubject: 'You have a place: {0}',
  placeText:
    'A place became free in “{0}” at {1}, and it is yours: your answer was taken from the waiting list.\n',
  receiptTitle: 'Receipt',
  receiptSubject: 'Receipt: {0}',
  receiptText:
    'Thank you. You have paid for “{0}” at {1}.\n\n{2}\n\nYour order, also if anything of it is refunded:\n{3}\n',
  renewalFailedSubject: 'Your payment failed: {0}',
  renewalFailedText:
    'A payment that repeats, for “{0}” at {1}, could not be taken.\n\n{2}\n\nIt is tried again. You can pay in another way, or end it, here:\n{3}\n',
  orderOf: 'Order {0}, {1}',
  orderCut: 'The rest of this order is longer than a PDF takes: see the page of the order.',
} as const;

export type LetterText = keyof typeof english;
type Letters = { readonly [T in LetterText]: string };

const german: Letters = {
  sentAt: 'Gesendet am {0}',
  answerCut: 'Der Rest dieser Antwort ist zu lang für ein PDF.',
  continueText:
    'Jemand, der ein Formular bei {0} ausfüllt, hat diesen Link angefordert.\n\nEr öffnet das bisher Ausgefüllte, einmal, innerhalb von 30 Tagen:\n{1}\n\nWenn Sie das nicht waren, müssen Sie nichts tun.\n',
  codeSubject: 'Ihr Code für ein Formular',
  codeText:
    'Jemand, der ein Formular bei {0} beantworten möchte, hat diese Adresse angegeben.\n\nDer Code, der sie bestätigt:\n{1}\n\nEr gilt einmal, in dem Browser, der ihn angefordert hat, innerhalb von {2} Minuten.\nWenn Sie das nicht waren, müssen Sie nichts tun.\n',
  placeSubject: 'Sie haben einen Platz: {0}',
  placeText:
    'Bei „{0}“ auf {1} ist ein Platz frei geworden, und er gehört Ihnen: Ihre Antwort wurde von der Warteliste übernommen.\n',
  receiptTitle: 'Beleg',
  receiptSubject: 'Beleg: {0}',
  receiptText:
    'Vielen Dank. Sie haben für „{0}“ auf {1} bezahlt.\n\n{2}\n\nIhre Bestellung, auch bei einer Erstattung:\n{3}\n',
  renewalFailedSubject: 'Ihre Zahlung ist fehlgeschlagen: {0}',
  renewalFailedText:
    'Eine wiederkehrende Zahlung für „{0}“ auf {1} konnte nicht eingezogen werden.\n\n{2}\n\nEs wird noch einmal versucht. Hier können Sie anders bezahlen oder das Abonnement beenden:\n{3}\n',
  orderOf: 'Bestellung {0}, {1}',
  orderCut:
    'Der Rest dieser Bestellung ist zu lang für ein PDF: Sehen Sie auf der Seite der Bestellung nach.',
};

const french: Letters = {
  sentAt: 'Envoyé le {0}',
  answerCut: 'Le reste de cette réponse est trop long pour un PDF.',
  continueText:
    'Une personne qui remplit un formulaire sur {0} a demandé ce lien.\n\nIl ouvre ce qui a été rempli jusqu’ici, une fois, pendant 30 jours :\n{1}\n\nSi ce n’était pas vous, ne faites rien.\n',
  codeSubject: 'Votre code pour un formulaire',
  codeText:
    'Une personne qui veut répondre à un formulaire sur {0} a donné cette adresse.\n\nLe code qui la confirme :\n{1}\n\nIl est valable une fois, dans le navigateur qui l’a demandé, pendant {2} minutes.\nSi ce n’était pas vous, ne faites rien.\n',
  placeSubject: 'Vous avez une place : {0}',
  placeText:
    'Une place s’est libérée dans « {0} » sur {1}, et elle est à vous : votre réponse a été prise sur la liste d’attente.\n',
  receiptTitle: 'Reçu',
  receiptSubject: 'Reçu : {0}',
  receiptText:
    'Merci. Vous avez payé pour « {0} » sur {1}.\n\n{2}\n\nVotre commande, y compris en cas de remboursement :\n{3}\n',
  renewalFailedSubject: 'Votre paiement a échoué : {0}',
  renewalFailedText:
    'Un paiement récurrent pour « {0} » sur {1} n’a pas pu être prélevé.\n\n{2}\n\nUne nouvelle tentative sera faite. Vous pouvez payer autrement, ou y mettre fin, ici :\n{3}\n',
  orderOf: 'Commande {0}, {1}',
  orderCut: 'Le reste de cette commande est trop long pour un PDF : voyez la page de la commande.',
};

const spanish: Letters = {
  sentAt: 'Enviado el {0}',
  answerCut: 'El resto de esta respuesta es demasiado largo para un PDF.',
  continueText:
    'Alguien que rellena un formulario en {0} ha pedido este enlace.\n\nAbre lo rellenado hasta ahora, una vez, durante 30 días:\n{1}\n\nSi no fue usted, no haga nada.\n',
  codeSubject: 'Su código para un formulario',
  codeText:
    'Alguien que quiere responder a un formulario en {0} indicó esta dirección.\n\nEl código que la confirma:\n{1}\n\nSirve una vez, en el navegador que lo pidió, durante {2} minutos.\nSi no fue usted, no haga nada.\n',
  placeSubject: 'Tiene una plaza: {0}',
  placeText:
    'Ha quedado una plaza libre en «{0}», en {1}, y es suya: su respuesta se ha tomado de la lista de espera.\n',
  receiptTitle: 'Recibo',
  receiptSubject: 'Recibo: {0}',
  receiptText:
    'Gracias. Ha pagado por «{0}» en {1}.\n\n{2}\n\nSu pedido, también en caso de reembolso:\n{3}\n',
  renewalFailedSubject: 'Su pago ha fallado: {0}',
  renewalFailedText:
    'No se ha podido cobrar un pago periódico de «{0}» en {1}.\n\n{2}\n\nSe intentará de nuevo. Aquí puede pagar de otra forma o ponerle fin:\n{3}\n',
  orderOf: 'Pedido {0}, {1}',
  orderCut: 'El resto de este pedido es demasiado largo para un PDF: véalo en la página del pedido.',
};

const portuguese: Letters = {
  sentAt: 'Enviado em {0}',
  answerCut: 'O restante desta resposta é longo demais para um PDF.',
  continueText:
    'Alguém que preenche um formulário em {0} pediu este link.\n\nEle abre o que foi preenchido até agora, uma vez, por 30 dias:\n{1}\n\nSe não foi você, não faça nada.\n',
  codeSubject: 'Seu código para um formulário',
  codeText:
    'Alguém que quer responder a um formulário em {0} informou este endereço.\n\nO código que o confirma:\n{1}\n\nEle vale uma vez, no navegador que o pediu, por {2} minutos.\nSe não foi você, não faça nada.\n',
  placeSubject: 'Você tem uma vaga: {0}',
  placeText: 'Surgiu uma vaga em “{0}”, em {1}, e ela é sua: sua resposta foi tirada da lista de espera.\n',
  receiptTitle: 'Recibo',
  receiptSubject: 'Recibo: {0}',
  receiptText:
    'Obrigado. Você pagou por “{0}” em {1}.\n\n{2}\n\nSeu pedido, também em caso de reembolso:\n{3}\n',
  renewalFailedSubject: 'Seu pagamento falhou: {0}',
  renewalFailedText:
    'Não foi possível cobrar um pagamento recorrente de “{0}” em {1}.\n\n{2}\n\nHaverá uma nova tentativa. Aqui você pode pagar de outra forma ou encerrá-lo:\n{3}\n',
  orderOf: 'Pedido {0}, {1}',
  orderCut: 'O restante deste pedido é longo demais para um PDF: veja a página do pedido.',
};

const italian: Letters = {
  sentAt: 'Inviato il {0}',
  answerCut: 'Il resto di questa risposta è troppo lungo per un PDF.',
  continueText:
    'Qualcuno che compila un modulo su {0} ha chiesto questo link.\n\nApre ciò che è stato compilato finora, una volta, entro 30 giorni:\n{1}\n\nSe non è stato Lei, non faccia nulla.\n',
  codeSubject: 'Il suo codice per un modulo',
  codeText:
    'Qualcuno che vuole rispondere a un modulo su {0} ha indicato questo indirizzo.\n\nIl codice che lo conferma:\n{1}\n\nVale una volta, nel browser che l’ha chiesto, entro {2} minuti.\nSe non è stato Lei, non faccia nulla.\n',
  placeSubject: 'Ha un posto: {0}',
  placeText:
    'Si è liberato un posto in «{0}», su {1}, ed è suo: la sua risposta è stata presa dalla lista d’attesa.\n',
  receiptTitle: 'Ricevuta',
  receiptSubject: 'Ricevuta: {0}',
  receiptText:
    'Grazie. Ha pagato per «{0}» su {1}.\n\n{2}\n\nIl suo ordine, anche in caso di rimborso:\n{3}\n',
  renewalFailedSubject: 'Il pagamento non è riuscito: {0}',
  renewalFailedText:
    'Non è stato possibile addebitare un pagamento ricorrente per «{0}» su {1}.\n\n{2}\n\nSi tenterà di nuovo. Qui può pagare in un altro modo o terminarlo:\n{3}\n',
  orderOf: 'Ordine {0}, {1}',
  orderCut: 'Il resto di questo ordine è troppo lungo per un PDF: lo veda nella pagina dell’ordine.',
};

const dutch: Letters = {
  sentAt: 'Verzonden op {0}',
  answerCut: 'De rest van dit antwoord is te lang voor een PDF.',
  continueText:
    'Iemand die op {0} een formulier invult, vroeg om deze link.\n\nDie opent wat tot nu toe is ingevuld, één keer, binnen 30 dagen:\n{1}\n\nWas u dat niet, dan hoeft u niets te doen.\n',
  codeSubject: 'Uw code voor een formulier',
  codeText:
    'Iemand die op {0} een formulier wil beantwoorden, gaf dit adres op.\n\nDe code die het bevestigt:\n{1}\n\nDie werkt één keer, in de browser die erom vroeg, binnen {2} minuten.\nWas u dat niet, dan hoeft u niets te doen.\n',
  placeSubject: 'U hebt een plaats: {0}',
  placeText:
    'Er is een plaats vrijgekomen bij “{0}” op {1}, en die is voor u: uw antwoord is van de wachtlijst overgenomen.\n',
  receiptTitle: 'Betaalbewijs',
  receiptSubject: 'Betaalbewijs: {0}',
  receiptText:
    'Bedankt. U hebt betaald voor “{0}” op {1}.\n\n{2}\n\nUw bestelling, ook bij een terugbetaling:\n{3}\n',
  renewalFailedSubject: 'Uw betaling is mislukt: {0}',
  renewalFailedText:
    'Een terugkerende betaling voor “{0}” op {1} kon niet worden geïnd.\n\n{2}\n\nEr wordt een nieuwe poging gedaan. Hier kunt u anders betalen of het beëindigen:\n{3}\n',
  orderOf: 'Bestelling {0}, {1}',
  orderCut: 'De rest van deze bestelling is te lang voor een PDF: zie de pagina van de bestelling.',
};

const polish: Letters = {
  sentAt: 'Wysłano {0}',
  answerCut: 'Reszta tej odpowiedzi jest za długa na plik PDF.',
  continueText:
    'Ktoś, kto wypełnia formularz na {0}, poprosił o ten link.\n\nOtwiera to, co dotąd wypełniono, raz, w ciągu 30 dni:\n{1}\n\nJeśli to nie Ty, nic nie rób.\n',
  codeSubject: 'Twój kod do formularza',
  codeText:
    'Ktoś, kto chce odpowiedzieć na formularz na {0}, podał ten adres.\n\nKod, który go potwierdza:\n{1}\n\nDziała raz, w przeglądarce, w której o niego poproszono; ważny przez tyle minut: {2}.\nJeśli to nie Ty, nic nie rób.\n',
  placeSubject: 'Masz miejsce: {0}',
  placeText:
    'Zwolniło się miejsce w „{0}” na {1} i należy do Ciebie: Twoja odpowiedź została przyjęta z listy oczekujących.\n',
  receiptTitle: 'Potwierdzenie',
  receiptSubject: 'Potwierdzenie: {0}',
  receiptText:
    'Dziękujemy. Zapłacono za „{0}” na {1}.\n\n{2}\n\nTwoje zamówienie, także w razie zwrotu:\n{3}\n',
  renewalFailedSubject: 'Płatność nie powiodła się: {0}',
  renewalFailedText:
    'Nie udało się pobrać płatności cyklicznej za „{0}” na {1}.\n\n{2}\n\nPróba zostanie powtórzona. Tutaj możesz zapłacić inaczej albo ją zakończyć:\n{3}\n',
  orderOf: 'Zamówienie {0}, {1}',
  orderCut: 'Reszta tego zamówienia jest za długa na plik PDF: zobacz stronę zamówienia.',
};

const arabic: Letters = {
  sentAt: 'أُرسلت في {0}',
  answerCut: 'بقية هذه الإجابة أطول مما يتسع له ملف PDF.',
  continueText:
    'طلب شخص يملأ نموذجًا على {0} هذا الرابط.\n\nيفتح ما مُلئ حتى الآن، مرة واحدة، خلال 30 يومًا:\n{1}\n\nإن لم تكن أنت فلا تفعل شيئًا.\n',
  codeSubject: 'رمزك لنموذج',
  codeText:
    'أدخل شخص يريد الإجابة على نموذج على {0} هذا العنوان.\n\nالرمز الذي يؤكده:\n{1}\n\nيعمل مرة واحدة، في المتصفح الذي طلبه، وصلاحيته بالدقائق: {2}.\nإن لم تكن أنت فلا تفعل شيئًا.\n',
  placeSubject: 'لديك مكان: {0}',
  placeText: 'توفر مكان في «{0}» على {1} وهو لك: أُخذت إجابتك من قائمة الانتظار.\n',
  receiptTitle: 'إيصال',
  receiptSubject: 'إيصال: {0}',
  receiptText: 'شكرًا لك. لقد دفعت مقابل «{0}» على {1}.\n\n{2}\n\nطلبك، وكذلك عند رد أي مبلغ:\n{3}\n',
  renewalFailedSubject: 'تعذّر الدفع: {0}',
  renewalFailedText:
    'تعذّر تحصيل دفعة متكررة مقابل «{0}» على {1}.\n\n{2}\n\nستُعاد المحاولة. يمكنك الدفع بطريقة أخرى أو إنهاء الاشتراك هنا:\n{3}\n',
  orderOf: 'الطلب {0}، {1}',
  orderCut: 'بقية هذا الطلب أطول مما يتسع له ملف PDF: انظر صفحة الطلب.',
};

const hebrew: Letters = {
  sentAt: 'נשלח ב־{0}',
  answerCut: 'המשך התשובה ארוך מכדי להיכנס ל־PDF.',
  continueText:
    'מישהו שממלא טופס באתר {0} ביקש את הקישור הזה.\n\nהוא פותח את מה שמולא עד כה, פעם אחת, בתוך 30 יום:\n{1}\n\nאם לא אתם ביקשתם, אין צורך לעשות דבר.\n',
  codeSubject: 'הקוד שלכם לטופס',
  codeText:
    'מישהו שרוצה לענות על טופס באתר {0} מסר את הכתובת הזאת.\n\nהקוד שמאמת אותה:\n{1}\n\nהוא תקף פעם אחת, בדפדפן שביקש אותו, בתוך {2} דקות.\nאם לא אתם ביקשתם, אין צורך לעשות דבר.\n',
  placeSubject: 'יש לכם מקום: {0}',
  placeText: 'התפנה מקום ב„{0}” באתר {1}, והוא שלכם: התשובה שלכם נלקחה מרשימת ההמתנה.\n',
  receiptTitle: 'קבלה',
  receiptSubject: 'קבלה: {0}',
  receiptText: 'תודה. שילמתם עבור „{0}” באתר {1}.\n\n{2}\n\nההזמנה שלכם, גם במקרה של החזר:\n{3}\n',
  renewalFailedSubject: 'התשלום נכשל: {0}',
  renewalFailedText:
    'לא ניתן היה לגבות תשלום חוזר עבור „{0}” באתר {1}.\n\n{2}\n\nייעשה ניסיון נוסף. אפשר לשלם בדרך אחרת או לסיים את המנוי כאן:\n{3}\n',
  orderOf: 'הזמנה {0}, {1}',
  orderCut: 'המשך ההזמנה ארוך מכדי להיכנס ל־PDF: ראו את עמוד ההזמנה.',
};

const japanese: Letters = {
  sentAt: '{0}に送信',
  answerCut: '回答の残りは長すぎるためPDFに入りません。',
  continueText:
    '{0}のフォームに入力している方が、このリンクを希望しました。\n\nこれまでの入力内容を、30日以内に1回だけ開けます：\n{1}\n\nお心当たりがない場合は、何もする必要はありません。\n',
  codeSubject: 'フォームのコード',
  codeText:
    '{0}のフォームに回答しようとしている方が、このアドレスを入力しました。\n\nアドレスを確認するコード：\n{1}\n\nコードを希望したブラウザーで、{2}分以内に1回だけ使えます。\nお心当たりがない場合は、何もする必要はありません。\n',
  placeSubject: '空きが出ました：{0}',
  placeText: '{1}の「{0}」に空きが出て、キャンセル待ちのあなたの回答が受け付けられました。\n',
  receiptTitle: '領収書',
  receiptSubject: '領収書：{0}',
  receiptText:
    'ありがとうございます。{1}の「{0}」の支払いが完了しました。\n\n{2}\n\nご注文（返金がある場合もこちら）：\n{3}\n',
  renewalFailedSubject: 'お支払いに失敗しました：{0}',
  renewalFailedText:
    '{1}の「{0}」の定期的なお支払いができませんでした。\n\n{2}\n\n再度お支払いを試みます。お支払い方法の変更や終了はこちら：\n{3}\n',
  orderOf: '注文{0}、{1}',
  orderCut: 'この注文の残りは長すぎるためPDFに入りません。注文のページをご覧ください。',
};

export const letters: { readonly [L in WordedLanguage]: Letters } = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  pt: portuguese,
  it: italian,
  nl: dutch,
  pl: polish,
  ar: arabic,
  he: hebrew,
  ja: japanese,
};
